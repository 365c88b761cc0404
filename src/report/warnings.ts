import { clockText, dateText } from '../core/operators/time/zone.ts'
import { code, type Line, line, quoted } from './document.ts'
import type { Warning } from './schema.ts'
import { some } from './words.ts'

const changeWords: Record<Extract<Warning, { is: 'changed' }>['change'], string> = {
  edited: 'was changed by somebody else',
  removed: 'was removed by somebody else',
  broken: 'cannot be read any more',
}

/** What a person has to know before the report is believed. */
export function warningLine(warning: Warning, zone: string): Line {
  const when = (at: number): string => `${dateText(at, zone)} ${clockText(at, zone)}`
  switch (warning.is) {
    case 'unsealed': {
      const more = warning.more === 0 ? '' : ` and ${warning.more} more`
      return line(
        'Lines of ',
        code(warning.session),
        ` are not ours and count for nothing here: ${warning.lines.join(', ')}${more}`,
      )
    }
    case 'unreadable':
      return line(
        `${some(warning.lines, 'line')} of `,
        code(warning.session),
        warning.lines === 1
          ? ' comes from another version and is left out here; use the newer one'
          : ' come from another version and are left out here; use the newer one',
      )
    case 'reduced':
      return line(
        'Lines of ',
        code(warning.session),
        ' were taken away after their time: only what came later, and figures, are left',
      )
    case 'unwritten':
      return line(`Could not be done, ${when(warning.at)}: `, quoted(warning.text), ' (', code(warning.session), ')')
    case 'changed':
      return line(
        code(warning.file),
        ` ${changeWords[warning.change]}, ${when(warning.at)} (`,
        code(warning.session),
        ')',
      )
    case 'foreign':
      return line(
        `Without a seal of ours, so without effect: ${some(warning.entries, 'entry', 'entries')}, ${some(warning.answers, 'answer')}, ${some(warning.grants, 'grant')}`,
      )
    case 'decisions-do-not-fit':
      return line(
        'Your decisions in the store do not fit their seal as a whole, so none of before counts but a sealed never; look with ',
        code('npx opencode-diverter grants'),
      )
    case 'fault':
      return line(
        `A fault inside the plugin, ${when(warning.at)}; `,
        code(`npx opencode-diverter fault ${warning.id}`),
        ' shows it',
      )
    case 'not-reached':
      return line(
        `Notices did not reach you by ${warning.outlet}: ${warning.why}, ${when(warning.at)}; try it with `,
        code('npx opencode-diverter notify --test'),
      )
  }
}
