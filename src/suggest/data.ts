import { longestShort, said as bounded } from '../report/bounds.ts'
import { countRefusals } from './refusal.ts'
import { lastOf } from './requests.ts'
import type { Suggestion } from './suggest.ts'
import { groundsOf, isWritable, type Told, wayText } from './text.ts'

/** The list as data: times in milliseconds since 1970, texts of agents redacted and cut with their length. */
export function suggestionsData(told: Told): object {
  const { project, nights, older, file, more, suggestions, refusals } = told
  return {
    project,
    file,
    nights,
    older,
    suggestions: suggestions.map((one) => suggestionData(one, told)),
    notSuggested: countRefusals(refusals),
    more,
  }
}

function suggestionData(one: Suggestion, told: Told): object {
  const { number, way, request, said, tried, proof } = one
  const { subject, sightings, fingerprint } = request
  return {
    number,
    kind: way.is,
    line: wayText(way),
    grounds: groundsOf(one, told),
    writable: isWritable(one),
    subject: bounded(subject, longestShort),
    fingerprint,
    refused: sightings.length,
    sessions: [...new Set(sightings.map(({ session }) => session))],
    last: lastOf(request),
    said: said.is === 'words' ? { is: said.is, text: bounded(said.text, longestShort) } : said,
    replay:
      tried === null
        ? null
        : {
            spared: tried.spared.length,
            of: tried.refused,
            others: tried.others,
            uncertain: tried.uncertain,
            decisions: tried.decisions,
          },
    case: proof === null ? null : { file: `${told.cases}/${proof.file}`, text: proof.text },
  }
}
