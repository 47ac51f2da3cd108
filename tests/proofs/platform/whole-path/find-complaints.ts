const services = ['gateway', 'backend', 'ai-service', 'provider']
const logLine = new RegExp(
  `^\\d\\d:\\d\\d:\\d\\d\\.\\d{3} (?:${services.join('|')}) +(?<level>warn|error|fatal) `,
)
// What a service prints beside its log, such as the warnings and last words of Node.
const otherLine = new RegExp(`^(?:${services.join('|')}) +(?!provider simulator listening)\\S`)

/** Finds the lines of `gatehouse dev` with a warning or an error of a service. */
export function findComplaints(lines: readonly string[]): string[] {
  return lines.filter((line) => logLine.test(line) || otherLine.test(line))
}
