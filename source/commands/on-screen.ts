/** What the commands with a screen have in common. */
import type {Invocation} from './command.js';

/** Lets Ink draw: in what it takes for continuous integration it draws nothing that can change. Here sits a person. */
export function letInkDraw(): void {
	delete process.env.CI;
	delete process.env.CONTINUOUS_INTEGRATION;
}

export function wantsScreenReader({flags, environment}: Pick<Invocation, 'flags' | 'environment'>): boolean {
	return flags['screen-reader'] === true || environment.INK_SCREEN_READER === 'true';
}
