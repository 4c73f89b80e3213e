import {Static, Text} from 'ink';

/**
 * The session on the main screen: what is finished goes into the scrollback once, what can still change is
 * drawn below. Both are lines already, none wider than the terminal.
 */
export function SessionScreen({
	finished,
	live,
}: {
	finished: readonly string[];
	live: readonly string[];
}): React.JSX.Element {
	return (
		<>
			<Static items={[...finished]}>{(block, index) => <Text key={index}>{block}</Text>}</Static>
			<Text wrap="truncate-end">{live.join('\n')}</Text>
		</>
	);
}
