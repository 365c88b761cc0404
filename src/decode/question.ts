import type { Question } from '../core/event.ts'
import { overview } from '../core/judging/questions.ts'
import { type Digest, questionFingerprint } from '../core/fingerprint.ts'
import { firstItems } from '../core/records/newest.ts'
import { fieldsOf, listOf, longestJson, type Payload, textOf } from './payload.ts'
import type { Decoded } from './decoded.ts'

/** A call of the question tool, or the host's event of the same. Malformed questions are kept as far as they go. */
export function questionAsked(
  session: string,
  input: Payload,
  request: string | null,
  digest: Digest,
): Decoded<'question.asked'> {
  const questions = questionList(input['questions']).map((item) => questionOf(item, digest))
  return {
    session,
    event: {
      type: 'question.asked',
      request,
      questions,
      ...overview(questions),
      fingerprint: digest(questions.map((question) => question.fingerprint).join('\n')),
    },
  }
}

/** Models send the list as a text of JSON, or one question without a list. */
function questionList(given: unknown): readonly unknown[] {
  if (Array.isArray(given)) return given
  if (typeof given === 'string') {
    if (given.length > longestJson) return [given]
    try {
      return questionList(JSON.parse(given))
    } catch {
      return [given]
    }
  }
  return typeof given === 'object' && given !== null ? [given] : []
}

function questionOf(item: unknown, digest: Digest): Question {
  const fields = fieldsOf(item)
  const options = optionsOf(fields['options'])
  const question = textOf(item) ?? textOf(fields['question']) ?? textOf(fields['header']) ?? ''
  return {
    question,
    header: textOf(fields['header']) ?? '',
    options: firstItems(options.map(({ label }) => label)),
    about: options.some(({ about }) => about !== '') ? firstItems(options.map(({ about }) => about)) : [],
    multiple: fields['multiple'] === true,
    fingerprint: questionFingerprint(question, digest),
    answer: null,
    answeredAt: null,
    rule: null,
  }
}

/** What may be chosen, and what the agent says of it; a model may leave that out. */
function optionsOf(given: unknown): { label: string; about: string }[] {
  return listOf(given).flatMap((option) => {
    const { label, description } = fieldsOf(option)
    const name = textOf(option) ?? textOf(label)
    return name === null ? [] : { label: name, about: textOf(description) ?? '' }
  })
}
