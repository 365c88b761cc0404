import type { Hooks, ToolDefinition } from '@opencode-ai/plugin'
import type { Feed } from '../feed/feed.ts'
import type { Guard } from '../guard.ts'
import type { Intake } from '../intake.ts'
import { Handled, Refusal } from '../refusal.ts'
import { fieldsOf, textOf } from '../../decode/payload.ts'
import { type ChatMessageParts, chatMessage } from './chat-message.ts'
import { type CommandParts, command } from './command.ts'
import type { ConfigHook } from './config.ts'
import { toolCall } from './tool-call.ts'
import { beforeStep, compactionPrompt, listedSession, type StepParts, systemPrompt } from './transforms.ts'

export interface HookParts {
  guard: Guard
  intake: Intake
  feed: Feed
  config: ConfigHook
  chat: ChatMessageParts
  commands: CommandParts
  step: StepParts
  tools: Record<string, ToolDefinition>
  defineTool: (input: unknown, output: object) => void
  /** The agent of this session was not told what our refusals mean. */
  uninstructed: (session: string) => void
  /** The host has started: calls to it are safe. */
  alive: () => void
  dispose: () => void
  /** What may take a moment after it. */
  left: () => Promise<void>
}

/** All hooks of the plugin. What is thrown here is thrown on purpose; the guard catches everything else. */
export function createHooks(parts: HookParts): Hooks {
  const { guard, intake } = parts
  return {
    config: async (config) => guard.now('session events', null, () => parts.config.configure(config), undefined),
    // Asynchronous by its type, but all work is done before it first waits.
    event: async ({ event }) => {
      if (parts.feed(event)) parts.alive()
    },
    'chat.message': async (input, output) => {
      await guard.later('messages', sessionOf(input), () => chatMessage(parts.chat, input, output), undefined)
    },
    'tool.execute.before': async (input, output) => {
      const owns = (tool: string) => Object.hasOwn(parts.tools, tool)
      const refusal = guard.now('tool calls', sessionOf(input), () => toolCall(intake, owns, input, output), null)
      if (refusal !== null) throw new Refusal(refusal)
    },
    'command.execute.before': async (input, output) => {
      const handled = await guard.later(
        'commands',
        sessionOf(input),
        () => command(parts.commands, input, output),
        null,
      )
      if (handled !== null) throw new Handled(handled.line)
    },
    'experimental.chat.system.transform': async (input, output) => {
      const session = sessionOf(input)
      const given = guard.now('system prompt', session, () => systemPrompt(intake, input, output), false)
      if (!given && session) parts.uninstructed(session)
    },
    'experimental.chat.messages.transform': async (_input, output) =>
      guard.now('message list', listedSession(output), () => beforeStep(parts.step, output), undefined),
    'experimental.session.compacting': async (input, output) =>
      guard.now('compaction', sessionOf(input), () => compactionPrompt(intake, input, output), undefined),
    tool: parts.tools,
    'tool.definition': async (input, output) =>
      guard.now('record tool', null, () => parts.defineTool(input, output), undefined),
    dispose: async () => {
      guard.now('session events', null, parts.dispose, undefined)
      await guard.later('session events', null, parts.left, undefined)
    },
  }
}

const sessionOf = (input: unknown): string | null => textOf(fieldsOf(input)['sessionID'])
