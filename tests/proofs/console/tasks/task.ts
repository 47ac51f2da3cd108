import type { User } from '@gatehouse/identity/users'
import type { Hands } from './hands/hands.ts'
import type { TaskSetup } from './open-task-setup.ts'

export type Task = {
  who: 'company admin' | 'recruiter' | 'developer' | 'super admin'
  name: string
  /** The clicks that it may cost with the mouse, from the page after the login. */
  clicks: number
  /** How long it should take a person; printed beside what it took here. */
  seconds: number
  /** Creates what the task needs. */
  prepare(setup: TaskSetup): Promise<PreparedTask>
}

export type PreparedTask = {
  /** The person who is logged in. */
  user: User
  /** What was done before, if the task continues another one. It is not counted. */
  begin?(hands: Hands): Promise<void>
  /** Ends when the person sees on the page that the task is done. */
  perform(hands: Hands): Promise<void>
  /** Throws unless the database, the gateway or a provider has what the page says. */
  verify(hands: Hands): Promise<void>
}

/** Throws unless both are the same. */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what} is ${String(actual)} instead of ${String(expected)}`)
}
