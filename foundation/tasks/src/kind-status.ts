/** How a worker stands with one kind of task. */
export type KindStatus = {
  /** Waiting: the handler allows nothing at the moment. Failing: the queue cannot be reached. */
  state: 'starting' | 'running' | 'waiting' | 'failing' | 'stopped'
  running: number
  concurrencyMax: number
}
