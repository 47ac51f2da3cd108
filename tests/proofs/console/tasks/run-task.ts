// One task with one pair of hands, in a new browser profile.
import type { Page } from '@gatehouse/testkit/start-browser'
import { createKeyboard } from './hands/create-keyboard.ts'
import { createMouse } from './hands/create-mouse.ts'
import type { Effort, Hands } from './hands/hands.ts'
import type { TaskSetup } from './open-task-setup.ts'
import { railLink } from './places.ts'
import type { PreparedTask, Task } from './task.ts'

export type TaskRun = Effort & {
  seconds: number
  /** Why it was not done; undefined if it was. */
  failure: string | undefined
}

const hands: Record<Hands['kind'], (page: Page) => Hands> = { mouse: createMouse, keyboard: createKeyboard }
const stepMsMax = 20_000

export async function runTask(setup: TaskSetup, task: Task, kind: Hands['kind']): Promise<TaskRun> {
  try {
    const prepared = await task.prepare(setup)
    await using context = await setup.openProfile(prepared.user)
    context.setDefaultTimeout(stepMsMax)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const own = hands[kind](await context.newPage())
    await own.page.goto('/')
    await railLink(own.page, /^(Home|Overview)$/).waitFor()
    await own.page.getByRole('heading', { level: 1, name: /^(Home|Overview)$/ }).waitFor()
    await own.outside(async () => prepared.begin?.(own))
    return await carryOut(prepared, own, task)
  } catch (thrown) {
    return { clicks: 0, keys: 0, seconds: 0, failure: `not begun: ${describe(thrown)}` }
  }
}

async function carryOut(prepared: PreparedTask, own: Hands, task: Task): Promise<TaskRun> {
  const startedMs = performance.now()
  const seconds = () => (performance.now() - startedMs) / 1_000
  try {
    await prepared.perform(own)
    const took = seconds()
    await prepared.verify(own)
    const effort = own.effort()
    const isTooMuch = own.kind === 'mouse' && effort.clicks > task.clicks
    const failure = isTooMuch ? `${effort.clicks} clicks instead of ${task.clicks}` : undefined
    return { ...effort, seconds: took, failure }
  } catch (thrown) {
    return { ...own.effort(), seconds: seconds(), failure: describe(thrown) }
  }
}

/** The first lines of an error say what was waited for. */
function describe(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return text.split('\n').slice(0, 4).join(' ').slice(0, 400)
}
