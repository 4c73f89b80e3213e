/** What a person without a model is told: the ways to one, on one screen. */
export function getAModel(baseUrl: string): string {
	return `No model was found at ${baseUrl}
There are three ways to one.

1. An address: vLLM (without --reasoning-parser, which breaks the protocol),
llama.cpp or any other server compatible with OpenAI's, here or elsewhere.
  vllm serve feyninc/sqrl-4b --served-model-name sqrl-4b --max-model-len 32768
  llama-server -m sqrl-4b.gguf --alias sqrl-4b -c 32768 --port 8000 \\
    --jinja --reasoning-format none
  ssh -L 8000:127.0.0.1:8000 <host>
  sqrl-tui --base-url http://<host>:8000/v1 <database>

2. A GGUF file, which sqrl-tui runs by itself.
  sqrl-tui --model-file sqrl-4b.gguf <database>

3. The small model that comes with sqrl-tui, for trying things out.
  sqrl-tui --embedded --sample

To keep one: sqrl-tui config base-url <url>, config model-file <path> or
config embedded true. To check them: sqrl-tui doctor.`;
}
