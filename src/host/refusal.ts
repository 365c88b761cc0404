/** Thrown into OpenCode on purpose: the model gets exactly this text as the tool's result. */
export class Refusal extends Error {
  override readonly name = 'DiverterRefusal'
}

/** Thrown on purpose, so that a command that is answered already costs no model call. */
export class Handled extends Error {
  override readonly name = 'DiverterHandled'
}
