import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { findFreePort } from '@gatehouse/testkit/free-port'

export type Verification = { attempts: number; exitCode: number | null; seconds: number }

/** Runs `gatehouse verify-deploy` against a port on which nothing listens. */
export async function verifyDeadPort(): Promise<Verification> {
  const startedMs = performance.now()
  const child = spawn('gatehouse', ['verify-deploy', `http://127.0.0.1:${await findFreePort()}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [exitCode]] = await Promise.all([
    text(child.stdout),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  const attempts = output.split('\n').filter((line) => /^attempt \d+ of 20: unreachable/.test(line)).length
  return { attempts, exitCode, seconds: (performance.now() - startedMs) / 1_000 }
}
