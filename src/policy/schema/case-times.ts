import * as z from 'zod'

/** How long, as a case writes it. */
export const duration = z
  .string()
  .regex(/^(\d+(ms|s|m|h|d))+$/, 'a duration is written like 30s, 5m or 1h30m')
  .meta({ examples: ['30s', '5m', '1h30m'] })

/** What a clock shows, with its zone. */
export const moment = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/,
    'a time is written like 2026-02-12T22:00:00Z',
  )
  .refine(isDay, 'Cannot use this clock: there is no such day or time')

/** Dates roll over into the next month where nobody looks. */
function isDay(text: string): boolean {
  const day = text.slice(0, 10)
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(Date.parse(text)) && new Date(midnight).toISOString().startsWith(day)
}
