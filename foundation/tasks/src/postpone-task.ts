/** Thrown by a task that cannot continue now through no fault of its own: it waits, and no attempt is counted. */
export class TaskPostponed extends Error {
  override readonly name = 'TaskPostponed'
  readonly delayMs: number

  constructor(reason: string, delayMs: number) {
    super(reason)
    this.delayMs = delayMs
  }
}
