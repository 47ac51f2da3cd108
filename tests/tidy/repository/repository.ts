// A snapshot of the repository that every rule inspects. It is a plain value, so that a rule can be tested on a small
// made-up repository with one violation in it.
export type RepositoryFile = { readonly path: string; readonly text: string }

export type Repository = {
  readonly files: readonly RepositoryFile[]
  /** Every file and folder, binary files included. */
  readonly paths: ReadonlySet<string>
}

export function createRepository(
  files: readonly RepositoryFile[],
  binaryPaths: readonly string[] = [],
): Repository {
  const paths = new Set<string>()
  for (const path of [...files.map((file) => file.path), ...binaryPaths]) {
    const segments = path.split('/')
    segments.forEach((_, index) => paths.add(segments.slice(0, index + 1).join('/')))
  }
  return { files, paths }
}

/** Builds a repository from `{ 'path': 'text' }`, for planting violations. */
export function repositoryOf(texts: Readonly<Record<string, string>>): Repository {
  return createRepository(Object.entries(texts).map(([path, text]) => ({ path, text })))
}

export function findFile(repository: Repository, path: string): RepositoryFile | undefined {
  return repository.files.find((file) => file.path === path)
}
