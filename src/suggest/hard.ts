import type { ShellWord } from '../core/operators/shell/line.ts'
import { commandsIn } from '../core/operators/shell/search.ts'
import { programOf } from '../core/operators/shell/wrapper.ts'

/**
 * What only a person decides: what destroys or cannot be undone, what is secret or pays, how things are built. Words of a
 * question with its options; rather too many than too few, since a person can still write a rule.
 */
const words =
  /\b(?:secur|secret|credential|passw|token|\bkeys?\b|auth|encrypt|permission|licen[cs]|legal|privacy|gdpr|delet|destroy|destruct|drop|remov|eras|purg|wipe|overwrit|truncat|reset|rever|rollback|roll back|force|migrat|architect|schema|breaking|deploy|releas|publish|product|billing|payment|price|paid|cost)/i

/** Programs that destroy, leave the machine or take other rights: in every use, or in one with such a word. */
const destroyers: readonly { programs: RegExp; words?: RegExp }[] = [
  { programs: /^(?:rm|rmdir|unlink|shred|dd|truncate|mkfs.*|sudo|su|doas|chmod|chown|kill|pkill|killall)$/ },
  { programs: /^(?:shutdown|reboot|ssh|scp|sftp|rsync|nc|telnet|ftp|curl|wget|gh|wrangler)$/ },
  { programs: /^(?:kubectl|helm|terraform|tofu|pulumi|aws|gcloud|az|heroku|vercel|netlify|fly|flyctl)$/ },
  { programs: /^(?:psql|mysql|sqlite3|mongosh|redis-cli|dropdb|createdb)$/ },
  { programs: /^git$/, words: /^(?:push|reset|clean|rebase|filter-branch|gc|reflog|rm|restore|update-ref)$/ },
  { programs: /^git$/, words: /^(?:-f|-D|-d|--|--force|--delete|--hard|drop|clear|remove)$/ },
  {
    programs: /^(?:npm|pnpm|yarn|bun|cargo|gem|twine|poetry|docker|podman)$/,
    words: /^(?:publish|unpublish|push|login|logout|deprecate|yank)$/,
  },
  { programs: /^(?:docker|podman)$/, words: /^(?:rm|rmi|system|volume|compose|kill|stop)$/ },
  { programs: /^prisma$/, words: /^(?:migrate|db)$/ },
  { programs: /^find$/, words: /^-(?:delete|exec|execdir|ok|okdir)$/ },
]

/** True for a question that no policy answers. */
export const isHardQuestion = (text: string): boolean => words.test(text)

/** True for a command that no suggestion lets through without a person; also for one that may run what no word says. */
export function isHardCommand(command: string): boolean {
  const { commands, clear } = commandsIn(command)
  return !clear || commands.some(({ words: [name, ...rest] }) => destroys(programOf(name?.value ?? ''), rest))
}

const destroys = (program: string, given: readonly ShellWord[]): boolean =>
  destroyers.some(
    ({ programs, words: wanted }) =>
      programs.test(program) && (wanted === undefined || given.some(({ value }) => wanted.test(value))),
  )
