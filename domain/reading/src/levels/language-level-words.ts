// Reads how well a language is spoken from words such as "fluent" or "Grundkenntnisse". The words have no agreed place on
// the CEFR scale; the levels here are what recruiters usually mean by them.
import { foldPhrase, foldText } from '../fold-text.ts'
import { type WordList, wordPattern } from '../word-pattern.ts'
import { type LanguageLevel, readLanguageLevel } from './levels.ts'

// Written as `foldPhrase` returns them; `*` stands for any letters. The first match in this order counts, so that "very
// good" is not read as "good".
const words: readonly (readonly [LanguageLevel, WordList])[] = [
  [
    'c2',
    [
      'near-native|near native|nahezu muttersprachlich*|annahernd muttersprachlich*|fast muttersprachlich*',
      'muttersprachliches niveau|casi nativ*|quasi-bilingue|aproape nativ*',
    ],
  ],
  [
    'c1',
    [
      'fluent|fluently|fluency|verhandlungssicher*|fliessend*|courant|couramment|courante|courants|courantes',
      'fluid*|fluidez|fluenta|cursiv|advanced|fortgeschritten*|avance|avancee|avanzad*|avansat*|excellent',
      'ausgezeichnet*|hervorragend*|exzellent*|excelent*|exceptionnel*|perfect|perfekt*|parfait*|perfecto',
      'perfecta|business level|business-level|business fluent|full professional|proficient|proficiency',
      'professional proficiency|very good|sehr gut*|tres bon*|tres bien|muy buen*|muy alto|foarte bun*',
      'foarte bine|maitrise parfaite|nivel alto|alto nivel|stilsicher*|strong|high level|lu, parle, ecrit',
    ],
  ],
  [
    'b2',
    [
      'good|gut*|solide*|sicher*|bon|bonne|bons|bonnes|bien|buen*|bun|buna|bune|bine|upper intermediate',
      'upper-intermediate|professional working|working proficiency|professionnel|profesional|operationnel*',
      'maitrise|dominio|solid|decent|confident|mediu-avansat|medio-alto|medio alto',
    ],
  ],
  [
    'b1',
    [
      'intermediate|conversational|working knowledge|mittlere*|intermediaire|intermedi*|nivel medio|mediu|medie',
      'conversational*|conversacional|satisfacator|limited working|alltagstauglich*|usuel|mediu spre|medio|moyen|mittel|franceza de scoala|inteleg bine',
    ],
  ],
  [
    'a2',
    [
      'basic|basics|elementary|grundkenntnisse|*grundkenntnisse|basiskenntnisse|grundlegend*|einfache*|notion',
      'notions|bases|elementaire*|basique*|basic*|nociones|conocimientos basicos|elemental*|de baza|elementar*',
      'notiuni|a little|un peu|un poco|putin|putina|schulkenntnisse|grundstufe|grundwissen|niveau scolaire|scolaire|school level|escolar|ein wenig|etwas|rudiment*|de lectura',
    ],
  ],
  ['a1', 'beginner|anfanger*|debutant*|principiante*|incepator*'],
]

const patterns = words.map(([level, list]) => ({ level, pattern: wordPattern(list) }))

/** Certificates of languages whose name or score stands for a level. */
const certificates: readonly (readonly [LanguageLevel, RegExp])[] = [
  ['c2', /\b(?:cpe|cambridge proficiency|dalf c2|goethe-zertifikat c2|grosses deutsches sprachdiplom)\b/],
  ['c1', /\b(?:cae|cambridge advanced|dalf|dsh(?:-[23])?|testdaf [45]|tdn 5)\b/],
  ['b2', /\b(?:fce|cambridge first|first certificate|bulats 60|testdaf(?: 3)?|tdn [34])\b/],
  ['b1', /\b(?:pet|cambridge preliminary|zertifikat deutsch|dtz)\b/],
]

type Scale = { name: RegExp; bounds: readonly (readonly [number, LanguageLevel])[] }

/** Scores from which a level counts, as the publishers of the tests map them to the CEFR scale. */
const scales: readonly Scale[] = [
  {
    name: /\btoefl(?:\s?ibt)?\D{0,12}(\d{2,3})\b/,
    bounds: [
      [114, 'c2'],
      [95, 'c1'],
      [72, 'b2'],
      [42, 'b1'],
    ],
  },
  {
    name: /\bielts\D{0,12}(\d(?:[.,]\d)?)\b/,
    bounds: [
      [8.5, 'c2'],
      [7, 'c1'],
      [5.5, 'b2'],
      [4, 'b1'],
    ],
  },
  {
    name: /\btoeic\D{0,12}(\d{3})\b/,
    bounds: [
      [945, 'c1'],
      [785, 'b2'],
      [550, 'b1'],
      [225, 'a2'],
    ],
  },
]

function levelOfCertificate(text: string): LanguageLevel | null {
  const folded = foldText(text)
  for (const { name, bounds } of scales) {
    const score = Number(name.exec(folded)?.[1]?.replace(',', '.') ?? NaN)
    const level = bounds.find(([from]) => score >= from)?.[1]
    if (level !== undefined) return level
  }
  return certificates.find(([, name]) => name.test(folded))?.[0] ?? null
}

/** Reads a level of the scale or, without one, the level of a certificate or of words; null if none occurs. */
export function readLevelInWords(text: string): LanguageLevel | null {
  const folded = foldPhrase(text)
  return (
    readLanguageLevel(text) ??
    levelOfCertificate(text) ??
    patterns.find(({ pattern }) => pattern.test(folded))?.level ??
    null
  )
}
