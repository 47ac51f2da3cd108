// The injections and the honest lines that look like them, in five languages. The finder is
// trained on the part `dev`; the part `held-out` was written independently of it, and its lines are not looked at.
import { readFile } from 'node:fs/promises'

export const languages = ['en', 'de', 'fr', 'es', 'ro'] as const
export type Language = (typeof languages)[number]
export type Part = 'dev' | 'held-out'

/** The section of a CV into which the lines are put. */
export type Place = 'summary' | 'experience' | 'skills' | 'end'

export type Injection = {
  id: string
  language: Language
  lines: readonly string[]
  where: Place
  kind: 'own_score' | 'others' | 'verdict' | 'role_play' | 'format' | 'authority' | 'encoded'
  part: Part
}

export type HonestLines = { id: string; language: Language; lines: readonly string[]; part: Part }

export async function readInjections(): Promise<Injection[]> {
  return (await readJson('injections.json')) as Injection[]
}

export async function readHonestLines(): Promise<HonestLines[]> {
  return (await readJson('honest.json')) as HonestLines[]
}

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8')) as unknown
}
