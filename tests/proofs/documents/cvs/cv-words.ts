// The words of the written CVs, by language. Numbers in the sentences are not phone numbers, dates or addresses.
export type CvLanguage = 'de' | 'en' | 'es' | 'fr' | 'it' | 'ro'

export type CvWords = {
  headings: Readonly<
    Record<'summary' | 'experience' | 'education' | 'skills' | 'languages', readonly string[]>
  >
  months: readonly string[]
  present: string
  names: readonly string[]
  titles: readonly string[]
  employers: readonly string[]
  town: string
  summary: string
  tasks: readonly string[]
  degree: string
  schools: readonly string[]
  skills: string
  languages: string
  /** A written phone number and its E.164 form; # stands for a digit. */
  phones: readonly (readonly [string, string])[]
}

const monthsOf = (names: string) => names.split(' ')

export const cvWords: Readonly<Record<CvLanguage, CvWords>> = {
  en: {
    headings: {
      summary: ['Summary', 'Profile'],
      experience: ['Work Experience', 'Employment History'],
      education: ['Education', 'Education and Training'],
      skills: ['Skills', 'Technical Skills'],
      languages: ['Languages', 'Language Skills'],
    },
    months: monthsOf('January February March April May June July August September October November December'),
    present: 'present',
    names: ['Grace Whitfield', 'Owen Marsh', 'Priya Nair', 'Callum Reid', 'Hannah Osei'],
    titles: ['Warehouse Supervisor', 'Backend Developer', 'Staff Nurse', 'Payroll Clerk', 'Site Manager'],
    employers: ['Harbour Foods Ltd', 'Northgate Hospital', 'Bluefin Software', 'Calder Council'],
    town: 'Leeds, United Kingdom',
    summary: 'Reliable and calm, with a habit of writing things down.',
    tasks: [
      'Planned shifts for 24 people and cut overtime by 12 %',
      'Looked after a budget of 1 250 000 pounds',
      'Kept the records of ISO 27001 and ISO 9001 up to date',
      'Answered about 300 requests a week',
    ],
    degree: 'Diploma in Business Administration',
    schools: ['City College Leeds', 'University of Salford'],
    skills: 'Excel, SAP, stock control, first aid',
    languages: 'English (native), Polish (B1)',
    phones: [
      ['+44 113 496 0###', '+441134960###'],
      ['+44 7700 900###', '+447700900###'],
    ],
  },
  de: {
    headings: {
      summary: ['Profil', 'Kurzprofil'],
      experience: ['Berufserfahrung', 'Beruflicher Werdegang'],
      education: ['Ausbildung', 'Bildungsweg'],
      skills: ['Kenntnisse', 'Fähigkeiten'],
      languages: ['Sprachen', 'Sprachkenntnisse'],
    },
    months: monthsOf('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
    present: 'heute',
    names: ['Jörg Kästner', 'Svenja Brandt', 'Mehmet Yalcin', 'Ute Großmann', 'Lukas Fürst'],
    titles: ['Industriemechaniker', 'Buchhalterin', 'Softwareentwickler', 'Pflegefachkraft', 'Bauleiter'],
    employers: ['Nordwerk GmbH', 'Klinikum Südstadt', 'Müller & Söhne KG', 'Stadtwerke Auental'],
    town: 'Leipzig, Deutschland',
    summary: 'Arbeitet gern im Team und bleibt auch unter Druck freundlich.',
    tasks: [
      'Wartung von 35 Maschinen und Anlagen',
      'Verantwortlich für ein Budget von 1.250.000 Euro',
      'Einführung von DIN EN 9100 im gesamten Werk',
      'Schulung von 18 neuen Kolleginnen und Kollegen',
    ],
    degree: 'Ausbildung zum Kaufmann',
    schools: ['Berufskolleg Auental', 'Technische Hochschule Nordstadt'],
    skills: 'SAP, Excel, CNC-Fräsen, Staplerschein',
    languages: 'Deutsch (Muttersprache), Englisch (B2)',
    phones: [
      ['+49 341 2345###', '+493412345###'],
      ['+49 151 23456###', '+4915123456###'],
    ],
  },
  fr: {
    headings: {
      summary: ['Profil', 'À propos'],
      experience: ['Expérience professionnelle', 'Parcours professionnel'],
      education: ['Formation', 'Études'],
      skills: ['Compétences', 'Savoir-faire'],
      languages: ['Langues', 'Compétences linguistiques'],
    },
    months: monthsOf('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
    present: 'aujourd’hui',
    names: ['Chloé Perrin', 'Hervé Lambert', 'Aïcha Benali', 'Mathieu Garnier', 'Élodie Marchand'],
    titles: ['Chef de rayon', 'Infirmière', 'Développeur web', 'Comptable', 'Conducteur de travaux'],
    employers: ['Épicerie du Port', 'Clinique des Ormes', 'Atelier Lumière SARL', 'Mairie de Saint-Aubin'],
    town: 'Nantes, France',
    summary: 'Organisée, curieuse et attentive aux autres.',
    tasks: [
      'Gestion d’une équipe de 14 personnes',
      'Suivi d’un budget de 1 250 000 euros',
      'Mise en place de la norme ISO 9001 dans le service',
      'Réponse à environ 300 demandes par semaine',
    ],
    degree: 'Licence de gestion',
    schools: ['Université de Bretagne', 'Lycée Jean Moulin'],
    skills: 'Excel, Sage, gestion des stocks, secourisme',
    languages: 'Français (langue maternelle), anglais (B2)',
    phones: [
      ['+33 2 40 12 3# ##', '+33240123###'],
      ['+33 6 12 34 5# ##', '+33612345###'],
    ],
  },
  es: {
    headings: {
      summary: ['Perfil', 'Resumen'],
      experience: ['Experiencia laboral', 'Experiencia profesional'],
      education: ['Formación académica', 'Educación'],
      skills: ['Habilidades', 'Competencias'],
      languages: ['Idiomas', 'Lenguas'],
    },
    months: monthsOf(
      'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    ),
    present: 'actualidad',
    names: ['Lucía Ibáñez', 'Andrés Peña', 'Marta Núñez', 'Íñigo Salas', 'Carmen Ríos'],
    titles: ['Jefe de almacén', 'Enfermera', 'Programador', 'Contable', 'Jefa de obra'],
    employers: ['Frutas del Sur SL', 'Hospital La Paloma', 'Datos y Redes SA', 'Ayuntamiento de Robledo'],
    town: 'Zaragoza, España',
    summary: 'Persona constante, ordenada y amable con los clientes.',
    tasks: [
      'Coordinación de un equipo de 14 personas',
      'Control de un presupuesto de 1.250.000 euros',
      'Implantación de la norma ISO 9001 en la planta',
      'Atención de unas 300 consultas por semana',
    ],
    degree: 'Grado en Administración de Empresas',
    schools: ['Universidad del Ebro', 'Instituto Miguel Servet'],
    skills: 'Excel, SAP, gestión de inventarios, primeros auxilios',
    languages: 'Español (lengua materna), inglés (B1)',
    phones: [
      ['+34 976 123 ###', '+34976123###'],
      ['+34 612 345 ###', '+34612345###'],
    ],
  },
  it: {
    headings: {
      summary: ['Profilo', 'Sintesi'],
      experience: ['Esperienza lavorativa', 'Esperienze professionali'],
      education: ['Istruzione e formazione', 'Formazione'],
      skills: ['Competenze', 'Competenze tecniche'],
      languages: ['Lingue', 'Competenze linguistiche'],
    },
    months: monthsOf(
      'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    ),
    present: 'oggi',
    names: ['Niccolò Ferri', 'Giada Bassi', 'Paolo Gallo', 'Chiara Monti', 'Luca Sartori'],
    titles: ['Capo magazziniere', 'Infermiera', 'Sviluppatore', 'Contabile', 'Capocantiere'],
    employers: ['Oleificio Rossi Srl', 'Ospedale San Luca', 'Rete Dati SpA', 'Comune di Valdora'],
    town: 'Torino, Italia',
    summary: 'Lavora con precisione e sa ascoltare.',
    tasks: [
      'Coordinamento di una squadra di 14 persone',
      'Gestione di un bilancio di 1.250.000 euro',
      'Applicazione della norma ISO 9001 nel reparto',
      'Risposta a circa 300 richieste alla settimana',
    ],
    degree: 'Laurea in Economia aziendale',
    schools: ['Università della Dora', 'Istituto tecnico Fermi'],
    skills: 'Excel, SAP, gestione del magazzino, primo soccorso',
    languages: 'Italiano (madrelingua), inglese (B2)',
    phones: [
      ['+39 011 234 5###', '+390112345###'],
      ['+39 347 123 4###', '+393471234###'],
    ],
  },
  ro: {
    headings: {
      summary: ['Profil profesional', 'Rezumat'],
      experience: ['Experiență profesională', 'Experiență de muncă'],
      education: ['Educație și formare', 'Studii'],
      skills: ['Competențe', 'Abilități'],
      languages: ['Limbi străine', 'Limbi'],
    },
    months: monthsOf(
      'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie',
    ),
    present: 'prezent',
    names: ['Ștefan Dănilă', 'Ioana Țurcanu', 'Bogdan Ilieș', 'Raluca Pârvu', 'Mihai Stănescu'],
    titles: ['Șef de depozit', 'Asistentă medicală', 'Programator', 'Contabilă', 'Șef de șantier'],
    employers: ['Fructe de Sud SRL', 'Spitalul Județean', 'Rețele și Date SA', 'Primăria Valea Nouă'],
    town: 'Cluj-Napoca, România',
    summary: 'Om de echipă, atent la detalii și răbdător cu oamenii.',
    tasks: [
      'Coordonarea unei echipe de 14 persoane',
      'Gestionarea unui buget de 1.250.000 lei',
      'Introducerea standardului ISO 9001 în secție',
      'Răspuns la circa 300 de cereri pe săptămână',
    ],
    degree: 'Licență în administrarea afacerilor',
    schools: ['Universitatea din Valea Nouă', 'Colegiul Tehnic Unirea'],
    skills: 'Excel, SAP, gestiunea stocurilor, prim ajutor',
    languages: 'Română (limbă maternă), engleză (B2)',
    phones: [
      ['+40 264 123 ###', '+40264123###'],
      ['+40 722 345 ###', '+40722345###'],
    ],
  },
}
