/** Throws if the product crashed on the input or broke the promise that the surface states. */
export type Check = (input: Buffer) => void | Promise<void>

/** One way by which bytes from outside reach the product. The module of a surface exports it as `surface`. */
export type Surface = {
  name: string
  /** Larger inputs cost time and find little that a small one does not. */
  inputBytesMax: number
  /** Words of the format, in addition to the strings of the instrumented code. */
  dictionary: readonly string[]
  /** Inputs that a file cannot hold, such as documents signed with a key of this process. */
  seeds?: () => Promise<readonly Buffer[]>
  open(): Check | Promise<Check>
}

/** What a check throws if the product did not crash, but did what it must not do. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise'
}

export function promise(isKept: boolean, what: string): void {
  if (!isKept) throw new BrokenPromise(what)
}
