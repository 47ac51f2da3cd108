/** Version and flags of the Node that runs this proof: they are part of its figures. */
export function describeNode(flags: readonly string[] = process.execArgv): string {
  return `Node ${process.version} ${flags.length === 0 ? 'without flags' : `with ${flags.join(' ')}`}`
}
