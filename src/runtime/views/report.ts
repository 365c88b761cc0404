/**
 * The night in short, where the person already is: the lines of the summary, how many questions of other sessions wait,
 * and where the rest is.
 */
export function reportText(summary: readonly string[], elsewhere: number, pages: readonly string[]): string {
  const others =
    elsewhere === 0
      ? []
      : [
          `${elsewhere} more ${elsewhere === 1 ? 'question waits' : 'questions wait'} in other sessions of this project.`,
        ]
  return [
    ...summary,
    '',
    ...others,
    `${pages.length > 1 ? 'Pages' : 'Page'}: ${pages.join(', ') || 'none'}`,
    'The whole night: `npx opencode-diverter morning` in a terminal of yours opens it in the browser; `report` tells it there.',
  ].join('\n')
}
