/** A time as a person reads it: `2026-02-12 22:05` in the given zone. */
export function localTime(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`
}

/** The same with the name of the zone, where it has a short one: `2026-02-12 23:05 CET`. */
export function zonedTime(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' }).formatToParts(at)
  return `${localTime(at, zone)} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone}`
}
