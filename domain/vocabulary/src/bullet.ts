/** What stands before an item of a list. */
const bullet = /^\s*(?:[-–•*·▪◦]|\d{1,2}[.)])\s+/

export function isListItem(line: string): boolean {
  return bullet.test(line)
}

export function withoutBullet(line: string): string {
  return line.replace(bullet, '').trim()
}
