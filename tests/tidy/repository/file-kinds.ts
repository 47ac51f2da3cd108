// Classifies files by their path in one place, so that all rules mean the same by "test" and "source".
import type { Repository, RepositoryFile } from './repository.ts'

export function typeScriptFiles(repository: Repository): RepositoryFile[] {
  return repository.files.filter((file) => isTypeScript(file.path))
}

export function isTypeScript(path: string): boolean {
  return /\.tsx?$/.test(path)
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

/** Code that several tests of a package share. */
export function isForTests(path: string): boolean {
  return /\/src\/(?:.+\/)?testing\//.test(path)
}

export function isGenerated(path: string): boolean {
  return /\.generated\.tsx?$/.test(path)
}

/** Source of the product: code that runs in production, and the tests beside it. */
export function isProduct(path: string): boolean {
  return /^(?:apps|domain|foundation)\//.test(path)
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
