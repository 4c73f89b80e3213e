/**
 * What a session on the sample offers to ask, from a count to a join of three tables. The fourth is stored as
 * "São Paulo", which a model has to look up.
 */
export const SUGGESTED_QUESTIONS: readonly string[] = [
	'How many tracks are there?',
	'How many tracks are longer than 5 minutes?',
	'How many customers are from the United States?',
	'How many customers live in sao paulo?',
	'Which genre has the most tracks?',
	'Which artist has the most albums?',
	'List the top 3 customers by total spending',
	'Which genre brings in the most money?',
];
