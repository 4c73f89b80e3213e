/** What a person without a model is told: the ways to one, on one screen. */
export function getAModel(baseUrl: string): string {
	return `sqrl-tui asks a model behind an OpenAI-compatible server; it looked at ${baseUrl}.

  On a machine with a GPU, with vLLM (no --reasoning-parser: it breaks the protocol):
    vllm serve feyninc/sqrl-4b --served-model-name sqrl-4b --max-model-len 32768

  From a GGUF file, with llama.cpp:
    llama-server -m sqrl-4b.gguf --alias sqrl-4b -c 32768 --port 8000 \\
      --jinja --reasoning-format none

  On another machine, through ssh, or by its address:
    ssh -L 8000:127.0.0.1:8000 <host>
    sqrl-tui ask --base-url http://<host>:8000/v1 <database> "<question>"

Keep an address with: sqrl-tui config base-url <url>. Check it with: sqrl-tui doctor.
A model inside sqrl-tui is on its way; until then it needs a server.`;
}
