// The work that a thread does for the event loop. A task gets one buffer, which is transferred to it, and plain options;
// it returns a plain object, whose buffers are transferred back.
import { reworkAnswer } from '../model/rework/rework-answer.ts'
import { readLargeFrame } from '../model/read-large-frame.ts'
import { scanLargeBody } from '../model/scan-large-body.ts'
import type * as documentTasks from '../parse/document-tasks.ts'

type DocumentTasks = typeof documentTasks

/** Loads the code for documents with the first of them: it takes longer than reading a large body. */
function forDocuments<Name extends keyof DocumentTasks>(name: Name) {
  type Task = DocumentTasks[Name]
  return async (bytes: Buffer, options: Parameters<Task>[1]): Promise<Awaited<ReturnType<Task>>> => {
    const tasks = await import('../parse/document-tasks.ts')
    const task = tasks[name] as (bytes: Buffer, options: unknown) => ReturnType<Task>
    return await task(bytes, options)
  }
}

export const threadTasks = {
  reworkAnswer,
  scanLargeBody,
  readLargeFrame,
  readToolMessage: async (bytes: Buffer) => {
    const { readToolMessage } = await import('../entry/mcp/tool-message.ts')
    return readToolMessage(bytes)
  },
  readParseBody: forDocuments('readParseBody'),
  readTextDocument: forDocuments('readTextDocument'),
  readStoredResult: forDocuments('readStoredResult'),
  prepareExtraction: forDocuments('prepareExtraction'),
  mergeExtraction: forDocuments('mergeExtraction'),
  namesToFind: forDocuments('namesToFind'),
  chooseConcepts: forDocuments('chooseConcepts'),
  composeExtraction: forDocuments('composeExtraction'),
}

type Tasks = typeof threadTasks

export type TaskName = keyof Tasks
export type TaskOptions<Name extends TaskName> = Parameters<Tasks[Name]>[1]
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>

export type ThreadRequest = { name: TaskName; bytes: Uint8Array<ArrayBuffer>; options: unknown }
