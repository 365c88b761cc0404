/** What a bundle of CommonJS packages begins with. */
export const requireBanner: string
