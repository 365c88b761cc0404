/**
 * No letter, digit, _ or - before: so a run of such characters is tried once, and time stays linear. The last letter of
 * an escape is none of the text's.
 */
export const tokenStart = '(?:(?<![\\w-])|(?<=\\\\[nrtbf])|(?<=%[0-9A-F]{2})|(?<=\\u001b\\[[\\d;]{0,12}m))'
