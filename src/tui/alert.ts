/** What a screen has to draw a person's eye. */
export interface Screen {
  /** By OpenCode's own setting `attention`, which is off unless the person switched it on. */
  attention: (title: string, text: string) => Promise<boolean>
  /** True if the terminal shows notifications. */
  notification: (title: string, text: string) => boolean
  bell: () => boolean
}

/** Shows a notice by the first way that this terminal has, and says which. */
export async function showAlert(
  screen: Screen,
  title: string,
  text: string,
): Promise<'notification' | 'bell' | 'nothing'> {
  if (await screen.attention(title, text)) return 'notification'
  if (screen.notification(title, text)) return 'notification'
  return screen.bell() ? 'bell' : 'nothing'
}
