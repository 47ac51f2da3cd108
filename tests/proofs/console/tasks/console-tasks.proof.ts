import { type Proof, judged, notMeasured } from '../../proof.ts'
import { adminTasks } from './admin-tasks.ts'
import { developerTasks } from './developer-tasks.ts'
import { tryHands } from './hands/try-hands.ts'
import { openTaskSetup } from './open-task-setup.ts'
import { operatorTasks } from './operator-tasks.ts'
import { recruiterTasks } from './recruiter-tasks.ts'
import { type TaskRun, runTask } from './run-task.ts'

const tasks = [...adminTasks, ...recruiterTasks, ...developerTasks, ...operatorTasks]
/** The most frequent task of each role, for the short form. */
const frequent = [adminTasks, recruiterTasks, developerTasks, operatorTasks].flatMap((own) => own.slice(0, 1))

export const proof: Proof = {
  name: 'console-tasks',
  tier: 'night',
  claim:
    'the five most frequent tasks of each of four roles are done in the console within their clicks, and with the keyboard alone',
  bar: 'all 20 with the mouse within their clicks, all 20 with the keyboard',
  async run({ isShort, progress }) {
    await using scope = new AsyncDisposableStack()
    const setup = await openTaskSetup(scope)
    if (!setup) return notMeasured('there is no Chromium on this machine')
    const chosen = isShort ? frequent : tasks
    const byMouse: TaskRun[] = []
    const byKeyboard: TaskRun[] = []
    for (const task of chosen) {
      const mouse = await runTask(setup, task, 'mouse')
      const keyboard = await runTask(setup, task, 'keyboard')
      byMouse.push(mouse)
      byKeyboard.push(keyboard)
      progress(
        `${task.who}: ${task.name}: ${mouse.clicks} of ${task.clicks} clicks in ${mouse.seconds.toFixed(1)} s, ` +
          `${keyboard.keys} keys in ${keyboard.seconds.toFixed(1)} s (a person: ${task.seconds} s)`,
      )
      if (mouse.failure !== undefined) progress(`  not done with the mouse: ${mouse.failure}`)
      if (keyboard.failure !== undefined) progress(`  not done with the keyboard: ${keyboard.failure}`)
    }
    const [mouseDone, keyboardDone] = [countDone(byMouse), countDone(byKeyboard)]
    const clicks = byMouse.reduce((sum, run) => sum + run.clicks, 0)
    const allowed = chosen.reduce((sum, task) => sum + task.clicks, 0)
    return judged({
      figure:
        `${mouseDone} of ${chosen.length} tasks by mouse, ${keyboardDone} of ${chosen.length} by keyboard, ` +
        `${clicks} clicks of ${allowed} allowed`,
      isPassed: chosen.length > 0 && mouseDone === chosen.length && keyboardDone === chosen.length,
    })
  },
  tryTools: tryHands,
}

function countDone(runs: readonly TaskRun[]): number {
  return runs.filter(({ failure }) => failure === undefined).length
}
