/** The marker in front of a list item. */
const bullet = /^\s*(?:[-–•*·▪◦]|\d{1,2}[.)])\s+/

export function isListItem(line: string): boolean {
  return bullet.test(line)
}

export function withoutBullet(line: string): string {
  return line.replace(bullet, '').trim()
}
