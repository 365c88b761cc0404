import { failureText } from '../../runtime/text/failure-text.ts'

/** What a look at the file system gives; if the system refuses, what `refused` makes of its reason. */
export function look<T>(run: () => T, refused: (why: string) => T): T {
  try {
    return run()
  } catch (error) {
    return refused(failureText(error))
  }
}
