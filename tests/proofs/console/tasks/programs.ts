// What the person does beside the console: programs of the company that call the gateway.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TaskSetup } from './open-task-setup.ts'

export type Answer = { status: number; requestId: string }

/** Calls a model as a program of the company does. */
export async function callModel(
  { gatewayUrl }: TaskSetup,
  rawKey: string,
  model = 'svc/chat-default',
): Promise<Answer> {
  const response = await fetch(`${gatewayUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${rawKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Say hello.' }] }),
  })
  await response.text()
  return { status: response.status, requestId: response.headers.get('x-request-id') ?? '' }
}

/** Runs a copied command in a shell, and returns what it prints. */
export async function runCommand(
  command: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    env: { PATH: process.env['PATH'], ...variables },
    timeout: 30_000,
  })
  return stdout
}
