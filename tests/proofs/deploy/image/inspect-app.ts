// What is in the image's /app: a digest of all files, the packages, and files that only tests need.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstat, readFile, readdir, readlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)

/** Paths, modes, links and contents of all files, in one digest. */
export async function digestFiles(directory: string): Promise<string> {
  const hash = createHash('sha256')
  const paths = await listPaths(directory)
  for (const path of paths) {
    const full = join(directory, path)
    const entry = await lstat(full)
    hash.update(`${path}\0${entry.mode}\0`)
    if (entry.isSymbolicLink()) hash.update(await readlink(full))
    else if (entry.isFile()) hash.update(await readFile(full))
  }
  return hash.digest('hex')
}

/** With file types, because otherwise readdir follows links, and pnpm's links form cycles. */
async function listPaths(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.map(({ parentPath, name }) => relative(directory, join(parentPath, name))).toSorted()
}

/** Tests and what they use, except those inside of packages. */
export async function findTestCode(app: string): Promise<string[]> {
  const paths = await listPaths(app)
  const own = paths.filter((path) => !path.includes('node_modules'))
  if (!own.includes('apps/gateway/src/main.ts')) throw new Error('/app does not contain the gateway')
  return own.filter((path) => /\.test\.tsx?$|\/testing(?:\/|$)|^(?:tests|testkit)(?:\/|$)/.test(path))
}

const bomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({ group: z.string().optional(), name: z.string(), version: z.string().optional() }),
  ),
})

/** Packages in the image that its bill of materials does not name: development dependencies, or an incomplete bill. */
export async function findUnlistedPackages(
  app: string,
  clone: string,
): Promise<{ listed: number; unlisted: string[] }> {
  const file = join(clone, 'sbom.json')
  await run(join(clone, 'deploy/image/write-sbom.sh'), [file])
  const { components } = bomSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  const nameOf = ({ group, name, version }: (typeof components)[number]) =>
    `${group === undefined ? '' : `${group}/`}${name}@${version ?? ''}`
  const listed = new Set(components.map(nameOf))
  const folders = await readdir(join(app, 'node_modules/.pnpm'))
  const installed = folders
    .filter((folder) => /^@?[^@]+@\d/.test(folder))
    .map((folder) => (folder.split('_', 1)[0] ?? '').replace('+', '/'))
  if (installed.length === 0) throw new Error('/app has no packages')
  return { listed: listed.size, unlisted: installed.filter((name) => !listed.has(name)) }
}
