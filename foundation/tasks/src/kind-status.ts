/** State of a worker for one kind of task. */
export type KindStatus = {
  /** `waiting`: the handler allows no tasks at the moment. `failing`: the queue cannot be reached. */
  state: 'starting' | 'running' | 'waiting' | 'failing' | 'stopped'
  running: number
  concurrencyMax: number
}
