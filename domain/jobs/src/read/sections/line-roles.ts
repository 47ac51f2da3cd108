// What a line says on its own, for lines outside a known section and for those that do not belong to theirs. Cues in
// English, German, French, Spanish and Romanian, written as `foldPhrase` returns them; `*` stands for any letters.
import { wordPattern } from '@gatehouse/reading/word-pattern'
import type { PostingTextLine } from '../posting-line.ts'
import { statesPay } from '../terms/read-salary.ts'

export type LineRole = 'must' | 'tasks' | 'offer' | 'apply' | 'terms' | 'legal'

const applyWords = wordPattern([
  'apply|applications|send your|send us|send it|email your|e-mail your|write to|submit|upload your|drop us',
  'get in touch|call us|call our|give us a call|contact|walk in|pop in|complete the application|bewerbung*',
  'bewirb*|bewerben|sende uns|senden sie|schick*|richten sie|ruf uns|rufen sie|anrufen|melde dich',
  'melden sie|schreib*|unterlagen|kontakt|komm auf|postule*|envoyez*|envoie*|adressez|adresser|candidature*',
  'ecrivez*|ecris|contactez*|telephoner|dossier complet|lettre|repondre a cette annonce|transmettre|deposer',
  'on attend ton cv|envia*|manda*|mandanos|postulate|inscribete|escribe*|escribenos|llama|llamanos',
  'solicitudes|candidaturas|cuentanos|contacto|entregar curriculum|pide cita|presentar*|trimite*|aplica',
  'expediaza|scrie*|suna|cv-ul|cv-urile|candidaturile|inscrierile|inscrieri|dosarele|completeaza',
  'asteptam cv*|sunati|depun*|contacteaza*',
])
const address =
  /\S@\S|https?:|www\.|\b[\w-]+\.(?:example|com|org|net|io|de|fr|es|ro|eu|ch|at|co|uk|md)\b|(?:\d[\s/-]?){7,}/u

/** No requirement contains an address to write to. */
const email = /\S@\S+\.\p{L}{2}/u

const legalWords = wordPattern([
  'equal opportunity|equal opportunities|regardless of|schwerbehinderte*|gleicher eignung|unabhangig von',
  'herkunft|egalite des chances|handicap|igualdad de oportunidades|discriminare|egalitate de sanse',
  'disabilities|disability|behinderung*|behinderten|handicapes|handicapees|dizabilitati|committed to the welfare|diversity',
  'data protection|datenschutz|no agencies|keine personalvermittler*|sans distinction|discapacidad',
])

const termWords = wordPattern([
  'full-time|full time|fulltime|part-time|part time|parttime|permanent|fixed-term|fixed term|freelance',
  'freelancer|per diem|vollzeit|teilzeit|unbefristet*|befristet*|festanstellung|minijob|temps plein',
  'temps complet|temps partiel|mi-temps|cdi|cdd|interim|jornada completa|tiempo completo|media jornada',
  'tiempo parcial|jornada parcial|contrato indefinido|contrato temporal|indefinido|norma intreaga',
  'norma partiala|perioada nedeterminata|perioada determinata|contract de munca',
])

const offerWords = wordPattern([
  'we offer|we pay|we provide|you will receive|you will also receive|youll receive|youll get|you will get',
  'you also get|you get|in return|pension|holiday allowance|days of vacation|days of holiday|annual leave',
  'paid leave|discount*|health insurance|company car|meal vouchers|wir bieten|du bekommst|du erhaltst',
  'sie erhalten|wir zahlen|dazu gibt|altersvorsorge|urlaubsgeld|weihnachtsgeld|tage urlaub|jobticket|jobrad',
  'dienstwagen|firmenwagen|zuschuss|nous offrons|nous proposons|vous beneficiez|mutuelle|tickets restaurant',
  'ticket restaurant|treizieme mois|13e mois|conges|rtt|prime|primes|interessement|ofrecemos|te ofrecemos',
  'con nosotros tendras|te llevas|seguro medico|dias de vacaciones|coche de empresa|plan de pensiones',
  'descuento*|alojamiento|oferim|iti oferim|primesti|vei primi|tichete|asigurare medicala|zile de concediu',
  'masina de serviciu|bonus*',
])

const strongMustWords = wordPattern([
  'is required|are required|is essential|are essential|is mandatory|a must|must have|we require',
  'erforderlich|zwingend|vorausgesetzt|exige|exigee|exiges|obligatoire|obligatoires|indispensable',
  'imprescindible|imprescindibles|obligatorio|indispensables|se requiere|obligatoriu|obligatorie',
  'obligatorii',
])

const mustWords = wordPattern([
  'you have|you bring|you hold|you possess|you speak|you must|you need|you should|you are a|you are an',
  'you are able|you are fluent|you are comfortable|you are confident|you are experienced|you are|you know',
  'you enjoy|you come with|you can|is required|are required|is essential|are essential|is mandatory|a must',
  'we require|we expect|looking for someone|looking for a person|looking for people|ideal candidate',
  'years of experience|years experience|proven experience|du hast|du bist|du bringst|bringst du|du verfugst',
  'verfugst du|du besitzt|du sprichst|du beherrschst|du kannst|du kennst|hast du|bist du|brauchst du',
  'sie haben|haben sie|sie sind|sie bringen|bringen sie|sie verfugen|verfugen sie|sie besitzen|sie sprechen',
  'sie beherrschen|sie konnen|erforderlich|voraussetzung|vorausgesetzt|wir erwarten|wir suchen jemanden',
  'wir suchen eine person|wir suchen menschen|jahre berufserfahrung|jahre erfahrung|vous avez|tu as',
  'vous etes|tu es|vous justifiez|vous maitrisez|tu maitrises|vous possedez|vous parlez|tu parles',
  'vous disposez|tu disposes|vous savez|vous connaissez|de formation|titulaire|diplome*|exige*|obligatoire*',
  'requis|requise*|indispensable*|imperati*|ans dexperience|annees dexperience',
  'nous recherchons une personne|nous cherchons une personne|quelquun|necesitas|necesitamos|tienes',
  'cuentas con|dispones de|hablas|has trabajado|eres|imprescindible*|obligatorio|es necesario|se requiere',
  'se exige|se necesita|buscamos a|buscamos una persona|buscamos alguien|anos de experiencia|que hable',
  'titulacion|ai experienta|ai diploma|ai studii|ai minim*|ai cel putin|ai cunostinte|ai permis',
  'ai abilitati|ai absolvit|ai mai lucrat|ai lucrat|esti|vorbesti|cunosti|stii|detii|obligatori*|necesar*',
  'ani de experienta|cautam o persoana|cautam un coleg|cautam pe cineva|cautam oameni|ai nevoie|trebuie',
])

const taskWords = wordPattern([
  'you will|youll|as our|your tasks|responsible for|you welcome|you handle|zu deinen aufgaben',
  'zu ihren aufgaben|deine aufgabe*|ihre aufgabe*|verantwortlich fur|du bist verantwortlich|vous serez',
  'vous assurez|vous preparez|vous participez|vous gerez|vous realisez|vous animez|vous accompagnez',
  'vos missions|te ocuparas|te encargaras|seras responsable|realizaras|gestionaras|coordinaras|vei fi',
  'vei avea|vei lucra|vei asigura|te vei ocupa|te ocupi|urmaresti|raspunzi',
])
/** Verbs of the second person that Spanish and Romanian postings describe the work with: "Asesorarás", "vei dezvolta". */
const taskVerbs = /(?<!\p{L})(?:\p{L}{3,}(?:aras|eras|iras)|vei \p{L}+)(?!\p{L})/u
/** A German or French sentence in the second person that does not say what the applicant has or is. */
const secondPerson = /(?<!\p{L})(?:du \p{L}{3,}st|vous \p{L}{3,}ez|tu \p{L}{3,}es)(?!\p{L})/u

type Words = Pick<PostingTextLine, 'text' | 'folded'>

/** Returns undefined for a line that says nothing recognisable, such as a company's portrait. */
export function roleOf(line: Words): LineRole | undefined {
  const stray = strayRoleOf(line)
  if (stray) return stray
  const { folded } = line
  if (strongMustWords.test(folded)) return 'must'
  if (offerWords.test(folded)) return 'offer'
  if (/(?<!\p{L})(?:you will|youll)(?!\p{L})/u.test(folded)) return 'tasks'
  if (mustWords.test(folded)) return 'must'
  return taskWords.test(folded) || taskVerbs.test(folded) || secondPerson.test(folded) ? 'tasks' : undefined
}

const closingWords = wordPattern([
  'we look forward|looking forward to|hope to hear|interested|wir freuen uns|interessiert|ansprechpartner*|nous attendons',
  'ecrire a|esperamos tu|esperamos su|esperamos tus|escribir a|enviar|interesado*|asteptam candidatura|asteptam dosar*|scrieti*',
  'trimiteti*|responder a|repondre a',
])

/** Whether the line below a list of requirements asks to apply, with or without an address. */
export function asksToApply({ folded }: Words): boolean {
  return applyWords.test(folded) || closingWords.test(folded)
}

/** Whether a line belongs to no section of requirements: how to apply, the contract, or a legal statement. */
export function strayRoleOf({ text, folded }: Words): 'apply' | 'terms' | 'legal' | undefined {
  if (legalWords.test(folded)) return 'legal'
  if (email.test(text) || (applyWords.test(folded) && address.test(text))) return 'apply'
  return termWords.test(folded) || statesPay(text) ? 'terms' : undefined
}
