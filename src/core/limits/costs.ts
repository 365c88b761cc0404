/** Sums of fractions have tails that nobody reported: 12 digits are more than any provider bills. */
export const plusCost = (sum: number, cost: number): number => Number((sum + cost).toPrecision(12))
