import type { SessionMirror } from './mirror.ts'
import { fieldsOf, textOf } from '../decode/payload.ts'

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
