/** How a page begins, also behind the few words that the host puts before it. */
const page = /^(?:[\w ]{1,40}:)?\s*<(?:!doctype|html|head|body|\?xml)\b/i
const title = /<title\b[^<>]{0,200}>([^<]{1,200})/i
const unread = /<(script|style)\b[\s\S]*?<\/\1\s*>/gi
const tags = /<[^<>]*>?/g
/** Of a page without a title so much is looked at, and so much is told; in characters. */
const looked = 4000
const told = 200

/** Whether a proxy or a gateway has sent its page in place of an answer. */
export const isPage = (text: string): boolean => page.test(text)

/** What such a page says to a person, without its markup; any other text as it is. */
export function pageText(text: string): string {
  if (!isPage(text)) return text
  const start = text.indexOf('<')
  const before = text.slice(0, start).replace(/[:\s]+$/, '')
  const body = text.slice(start, start + looked)
  const said = title.exec(body)?.[1] ?? body.replace(unread, ' ').replace(tags, ' ')
  const words = said
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, told)
  const what = `a page in place of an answer${words === '' ? '' : ` (${words})`}`
  return before.trim() === '' ? what : `${before.trim()}: ${what}`
}
