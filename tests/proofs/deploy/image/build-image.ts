// Builds the image as a release does, from a clean clone and with storage of its own.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const outputBytesMax = 64 * 1024 * 1024

export type Buildah = (...args: readonly string[]) => Promise<string>

/** A program that the proof needs and the machine lacks; undefined if all are there. */
export async function findMissingTool(): Promise<string | undefined> {
  for (const program of ['buildah', 'mmdebstrap', 'runc']) {
    const isThere = await run(program, ['--version']).then(
      () => true,
      () => false,
    )
    if (!isThere) return program
  }
  return process.getuid?.() === 0 ? undefined : 'root, to mount the image'
}

/** Images in this directory only. Containers can neither be nested nor use an overlay on many machines of CI. */
export async function openStorage(
  directory: string,
): Promise<{ environment: NodeJS.ProcessEnv; buildah: Buildah }> {
  const file = join(directory, 'storage.conf')
  const lines = [
    '[storage]',
    'driver = "vfs"',
    `graphroot = "${directory}/images"`,
    `runroot = "${directory}/run"`,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  const environment = { ...process.env, CONTAINERS_STORAGE_CONF: file, BUILDAH_ISOLATION: 'chroot' }
  return {
    environment,
    buildah: async (...args) => (await run('buildah', args, { env: environment })).stdout.trim(),
  }
}

/** Builds the last commit of a repository in a new clone of it. */
export async function buildImage(
  { from, into }: { from: string; into: string },
  { name, environment }: { name: string; environment: NodeJS.ProcessEnv },
): Promise<void> {
  await run('git', ['clone', '--quiet', '--depth', '1', `file://${from}`, into])
  await run('nice', ['-n', '10', join(into, 'deploy/image/build.sh'), '--local-base', name], {
    env: { ...environment, NODE_BINARY: process.execPath },
    maxBuffer: outputBytesMax,
  })
}
