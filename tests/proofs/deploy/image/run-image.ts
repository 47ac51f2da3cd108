// Runs commands of the image as a container platform does: an OCI bundle with a read-only root and the user 10001, by runc.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const runtime = 'runc'
const user = 10_001
let containers = 0

export type ImageRun = { root: string; directory: string; environment: Readonly<Record<string, string>> }

type Command = readonly [name: string, ...args: string[]]

/** Runs a command to its end and returns what it printed; rejects if it fails. */
export async function runCommand(image: ImageRun, command: Command): Promise<string> {
  const { stdout } = await run(runtime, await prepare(image, command))
  return stdout.trim()
}

/** Starts a service, which is stopped with SIGTERM on dispose. */
export async function startCommand(
  image: ImageRun,
  command: Command,
): Promise<AsyncDisposable & { exited: Promise<unknown> }> {
  const child = spawn(runtime, await prepare(image, command), { stdio: 'ignore' })
  const exited = once(child, 'exit')
  return {
    exited,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function prepare(image: ImageRun, command: Command): Promise<string[]> {
  const bundle = await mkdtemp(join(image.directory, 'bundle-'))
  await writeFile(join(bundle, 'config.json'), JSON.stringify(describe(image, command)))
  containers += 1
  const id = `gatehouse-${process.pid}-${containers}`
  return ['--root', join(image.directory, 'runc'), 'run', '--bundle', bundle, id]
}

function describe({ root, environment }: ImageRun, command: Command): object {
  const tmpfs = (destination: string) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', 'mode=1777'],
  })
  return {
    ociVersion: '1.0.2',
    process: {
      terminal: false,
      user: { uid: user, gid: user },
      args: command,
      env: [
        'PATH=/usr/local/bin:/usr/bin:/bin',
        ...Object.entries(environment).map((pair) => pair.join('=')),
      ],
      cwd: '/app',
      noNewPrivileges: true,
    },
    root: { path: root, readonly: true },
    mounts: [{ destination: '/proc', type: 'proc', source: 'proc' }, tmpfs('/dev'), tmpfs('/tmp')],
    // The network is this machine's, so that the proof can reach the service.
    linux: { namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })) },
  }
}
