import { toConsoleFault } from '../../graphql/console-fault.ts'
import { wordsOfFault } from '../../graphql/fault-words.ts'
import { toastTexts } from '../../words/en/parts.ts'
import { type Toast, showToast } from './toast-queue.ts'

/** An action that takes the change back. The page of the change may be gone by then, so a fault is a toast, too. */
export function undoAction(work: () => Promise<unknown>): NonNullable<Toast['action']> {
  async function undo(): Promise<void> {
    try {
      await work()
      showToast({ title: toastTexts.undone })
    } catch (thrown) {
      const { title, text } = wordsOfFault(toConsoleFault(thrown))
      showToast({ tone: 'bad', title, text })
    }
  }
  return { label: toastTexts.undo, onSelect: () => void undo() }
}
