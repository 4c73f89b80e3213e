/** What a session on the sample offers to ask, from a count to a join of three tables. */
export const SUGGESTED_QUESTIONS: readonly string[] = [
	'How many tracks are there?',
	'Which genres are there?',
	'What is the longest track?',
	'How many customers are in the United States?',
	'Which genre has the most tracks?',
	'What are the top 5 countries by revenue?',
	'Which artist has the most albums?',
	'Which artist sold the most tracks?',
];
