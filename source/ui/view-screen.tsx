import {Text} from 'ink';

/** A full-screen view: its lines, which fit the terminal. */
export function ViewScreen({lines}: {lines: readonly string[]}): React.JSX.Element {
	return <Text wrap="truncate-end">{lines.join('\n')}</Text>;
}
