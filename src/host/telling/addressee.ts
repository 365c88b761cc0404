import type { SessionMirror } from '../mirror.ts'
import { fieldsOf, textOf } from '../../decode/payload.ts'

/**
 * Has a message of ours answered by another model. The host has put down by now whom the message was sent to, and goes
 * on from there with what a person writes next; the answer is made by the model that the stored message names.
 */
export function lend(message: unknown, model: string): void {
  const cut = model.indexOf('/')
  const own = fieldsOf(fieldsOf(message)['model'])
  Object.assign(fieldsOf(message), {
    model: { ...own, providerID: model.slice(0, Math.max(0, cut)), modelID: model.slice(cut + 1) },
  })
}

/** Agent, model and variant of the newest message are those that the next prompt must carry. */
export function noteAddressee(mirror: SessionMirror, message: unknown): void {
  const fields = fieldsOf(message)
  const model = fieldsOf(fields['model'])
  const provider = textOf(model['providerID'])
  const modelId = textOf(model['modelID'])
  mirror.session.agent = textOf(fields['agent']) ?? mirror.session.agent
  if (!provider || !modelId) return
  mirror.session.model = { provider, id: modelId }
  mirror.session.variant = textOf(model['variant']) ?? textOf(fields['variant'])
}
