/** How far figures of a score can be trusted. */

/** The standard normal quantile of an interval that holds 95 %. */
const Z = 1.959963984540054;

/** Wilson's interval of a share, 95 %: lower and upper bound, from 0 to 1. Of nothing it is all. */
export function wilsonInterval(right: number, n: number): [lower: number, upper: number] {
	if (n === 0) {
		return [0, 1];
	}

	const share = right / n;
	const centre = share + Z ** 2 / (2 * n);
	const spread = Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
	const scale = 1 + Z ** 2 / n;
	return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}

/** A mean over questions. `variance` is that of the questions' values; `draws`: samples of a question. */
export type QuestionMean = {n: number; share: number; variance: number; draws: number};

/**
 * Wilson's interval of a mean of one share a question, with the number of right-or-wrong questions that would be as
 * certain: p(1 − p) over the variance of the mean. Where each question is right or wrong that is their number, so a vote
 * has the interval that a score has; where shares differ less it is more, but never more than all samples.
 */
export function meanInterval({n, share, variance, draws}: QuestionMean): [lower: number, upper: number] {
	if (n === 0) {
		return wilsonInterval(0, 0);
	}

	const most = n * Math.max(1, draws);
	const isWhole = share === 0 || share === 1;
	// Shares that are equal may differ in their last digits from their mean.
	const asCertain = variance < 1e-12 ? (isWhole ? n : most) : (share * (1 - share) * n) / variance;
	const count = Math.min(most, asCertain);
	return wilsonInterval(share * count, count);
}

/**
 * McNemar's exact test, two-sided: how likely the items on which two differ would be divided at least so unevenly, were
 * neither better.
 *
 * @param first items that only the first has right; `second`: only the second.
 */
export function mcNemar(first: number, second: number): number {
	const n = first + second;
	const fewer = Math.min(first, second);
	// Summed from the logarithms of the binomial's terms: their factorials are beyond doubles.
	let [term, sum] = [-n * Math.LN2, 0];
	for (let k = 0; k <= fewer; k++) {
		sum += Math.exp(term);
		term += Math.log(n - k) - Math.log(k + 1);
	}

	return Math.min(1, 2 * sum);
}
