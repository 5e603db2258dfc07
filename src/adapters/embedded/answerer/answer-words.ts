import type { Language } from "./question-language.ts";

/** What the service says itself, in the reader's language. */
interface AnswerWords {
  /** That nothing answers the question. */
  notFound: string;
  /** What is said before what may be an answer, and may be none. */
  unsure: string;
  /** What the nearest passages are introduced with. */
  nearest: string;
  /** That these are quotations, and how to get written answers. */
  connect: string;
  greeting: string;
  thanks: string;
}

/** The settings that connect a model, by which an earlier note is recognised too. */
const HOW = "`GEMINI_API_KEY`, `OPENAI_BASE_URL` (Ollama, llama.cpp, vLLM, LM Studio, OpenAI)";

export const WORDS: Readonly<Record<Language, AnswerWords>> = {
  en: {
    notFound: "I found nothing in your documents that answers this.",
    unsure: "I found no clear answer to this in your documents. What comes nearest:",
    nearest: "The nearest passages:",
    connect: `No language model is connected, so answers are quotations from your documents. To connect one, set one of these and start the service again: ${HOW}.`,
    greeting: "Hello! Ask me anything about your documents.",
    thanks: "You are welcome!",
  },
  de: {
    notFound: "Dazu habe ich in deinen Dokumenten nichts gefunden.",
    unsure: "Eine klare Antwort habe ich in deinen Dokumenten nicht gefunden. Am nächsten kommt:",
    nearest: "Am nächsten kommen diese Stellen:",
    connect: `Es ist kein Sprachmodell verbunden, deshalb sind die Antworten Zitate aus deinen Dokumenten. Um eines zu verbinden, setze eine dieser Einstellungen und starte den Dienst neu: ${HOW}.`,
    greeting: "Hallo! Frag mich etwas zu deinen Dokumenten.",
    thanks: "Gern geschehen!",
  },
  fr: {
    notFound: "Je n’ai rien trouvé dans vos documents qui réponde à cette question.",
    unsure: "Je n’ai pas trouvé de réponse claire dans vos documents. Ce qui s’en approche le plus :",
    nearest: "Les passages les plus proches :",
    connect: `Aucun modèle de langage n’est connecté : les réponses sont des citations de vos documents. Pour en connecter un, définissez l’un de ces réglages et redémarrez le service : ${HOW}.`,
    greeting: "Bonjour ! Posez-moi une question sur vos documents.",
    thanks: "Avec plaisir !",
  },
  es: {
    notFound: "No encontré nada en tus documentos que responda a esto.",
    unsure: "No encontré una respuesta clara en tus documentos. Lo más cercano:",
    nearest: "Los pasajes más cercanos:",
    connect: `No hay ningún modelo de lenguaje conectado, así que las respuestas son citas de tus documentos. Para conectar uno, define uno de estos ajustes y reinicia el servicio: ${HOW}.`,
    greeting: "¡Hola! Pregúntame lo que quieras sobre tus documentos.",
    thanks: "¡De nada!",
  },
  it: {
    notFound: "Non ho trovato nei tuoi documenti nulla che risponda a questa domanda.",
    unsure: "Non ho trovato una risposta chiara nei tuoi documenti. Ciò che si avvicina di più:",
    nearest: "I passaggi più vicini:",
    connect: `Nessun modello linguistico è collegato, perciò le risposte sono citazioni dai tuoi documenti. Per collegarne uno, imposta uno di questi valori e riavvia il servizio: ${HOW}.`,
    greeting: "Ciao! Chiedimi qualcosa sui tuoi documenti.",
    thanks: "Prego!",
  },
  pt: {
    notFound: "Não encontrei nada nos seus documentos que responda a isto.",
    unsure: "Não encontrei uma resposta clara nos seus documentos. O que mais se aproxima:",
    nearest: "As passagens mais próximas:",
    connect: `Nenhum modelo de linguagem está ligado, por isso as respostas são citações dos seus documentos. Para ligar um, defina uma destas opções e reinicie o serviço: ${HOW}.`,
    greeting: "Olá! Pergunte-me algo sobre os seus documentos.",
    thanks: "De nada!",
  },
  nl: {
    notFound: "Ik heb in je documenten niets gevonden dat dit beantwoordt.",
    unsure: "Ik heb in je documenten geen duidelijk antwoord gevonden. Dit komt het dichtst in de buurt:",
    nearest: "De dichtstbijzijnde passages:",
    connect: `Er is geen taalmodel verbonden, dus de antwoorden zijn citaten uit je documenten. Stel een van deze in en start de dienst opnieuw om er een te verbinden: ${HOW}.`,
    greeting: "Hallo! Vraag me iets over je documenten.",
    thanks: "Graag gedaan!",
  },
  pl: {
    notFound: "Nie znalazłem w twoich dokumentach odpowiedzi na to pytanie.",
    unsure: "Nie znalazłem jasnej odpowiedzi w twoich dokumentach. Najbliższe jest to:",
    nearest: "Najbliższe fragmenty:",
    connect: `Żaden model językowy nie jest podłączony, dlatego odpowiedzi są cytatami z twoich dokumentów. Aby podłączyć model, ustaw jedną z tych opcji i uruchom usługę ponownie: ${HOW}.`,
    greeting: "Cześć! Zapytaj mnie o swoje dokumenty.",
    thanks: "Nie ma za co!",
  },
  ru: {
    notFound: "В ваших документах ответ на этот вопрос не найден.",
    unsure: "Ясного ответа в ваших документах не найдено. Ближе всего:",
    nearest: "Ближайшие фрагменты:",
    connect: `Языковая модель не подключена, поэтому ответы — это цитаты из ваших документов. Чтобы подключить её, задайте одну из этих настроек и перезапустите сервис: ${HOW}.`,
    greeting: "Здравствуйте! Спросите меня о ваших документах.",
    thanks: "Пожалуйста!",
  },
  uk: {
    notFound: "У ваших документах відповіді на це запитання не знайдено.",
    unsure: "Ясної відповіді у ваших документах не знайдено. Найближче:",
    nearest: "Найближчі фрагменти:",
    connect: `Мовну модель не під’єднано, тому відповіді — це цитати з ваших документів. Щоб під’єднати її, задайте одне з цих налаштувань і перезапустіть сервіс: ${HOW}.`,
    greeting: "Вітаю! Запитайте мене про ваші документи.",
    thanks: "Будь ласка!",
  },
  tr: {
    notFound: "Belgelerinizde bu soruya bir yanıt bulamadım.",
    unsure: "Belgelerinizde net bir yanıt bulamadım. En yakını:",
    nearest: "En yakın bölümler:",
    connect: `Bağlı bir dil modeli yok, bu yüzden yanıtlar belgelerinizden alıntılardır. Bir model bağlamak için bunlardan birini ayarlayıp hizmeti yeniden başlatın: ${HOW}.`,
    greeting: "Merhaba! Belgeleriniz hakkında bana soru sorun.",
    thanks: "Rica ederim!",
  },
  ar: {
    notFound: "لم أجد في مستنداتك ما يجيب عن هذا السؤال.",
    unsure: "لم أجد في مستنداتك إجابة واضحة. الأقرب إليها:",
    nearest: "أقرب المقاطع:",
    connect: `لا يوجد نموذج لغوي متصل، لذلك فالإجابات اقتباسات من مستنداتك. لتوصيل نموذج، اضبط أحد هذه الإعدادات ثم أعد تشغيل الخدمة: ${HOW}.`,
    greeting: "مرحبًا! اسألني عن مستنداتك.",
    thanks: "على الرحب والسعة!",
  },
  he: {
    notFound: "לא מצאתי במסמכים שלך תשובה לשאלה הזאת.",
    unsure: "לא מצאתי במסמכים שלך תשובה ברורה. הקרוב ביותר:",
    nearest: "הקטעים הקרובים ביותר:",
    connect: `לא מחובר מודל שפה, ולכן התשובות הן ציטוטים מהמסמכים שלך. כדי לחבר מודל, הגדירו אחת מההגדרות האלה והפעילו את השירות מחדש: ${HOW}.`,
    greeting: "שלום! אפשר לשאול אותי על המסמכים שלך.",
    thanks: "בבקשה!",
  },
  hi: {
    notFound: "आपके दस्तावेज़ों में इस प्रश्न का उत्तर नहीं मिला।",
    unsure: "आपके दस्तावेज़ों में स्पष्ट उत्तर नहीं मिला। सबसे निकट:",
    nearest: "सबसे नज़दीकी अंश:",
    connect: `कोई भाषा मॉडल जुड़ा नहीं है, इसलिए उत्तर आपके दस्तावेज़ों के उद्धरण हैं। मॉडल जोड़ने के लिए इनमें से एक सेट करें और सेवा फिर से शुरू करें: ${HOW}।`,
    greeting: "नमस्ते! अपने दस्तावेज़ों के बारे में मुझसे पूछिए।",
    thanks: "आपका स्वागत है!",
  },
  zh: {
    notFound: "在您的文档中没有找到这个问题的答案。",
    unsure: "在您的文档中没有找到明确的答案。最接近的是：",
    nearest: "最接近的段落：",
    connect: `没有连接语言模型，因此回答是您文档中的引文。要连接模型，请设置以下任一项并重新启动服务：${HOW}。`,
    greeting: "您好！请问我关于您文档的问题。",
    thanks: "不客气！",
  },
  ja: {
    notFound: "ドキュメントの中にこの質問への答えは見つかりませんでした。",
    unsure: "文書の中にはっきりした答えは見つかりませんでした。最も近いのは次の箇所です：",
    nearest: "最も近い箇所：",
    connect: `言語モデルが接続されていないため、回答はドキュメントからの引用です。接続するには、次のいずれかを設定してサービスを再起動してください：${HOW}。`,
    greeting: "こんにちは！ドキュメントについて何でもお尋ねください。",
    thanks: "どういたしまして！",
  },
  ko: {
    notFound: "문서에서 이 질문에 대한 답을 찾지 못했습니다.",
    unsure: "문서에서 명확한 답을 찾지 못했습니다. 가장 가까운 내용:",
    nearest: "가장 가까운 부분:",
    connect: `연결된 언어 모델이 없어 답변은 문서에서 인용한 것입니다. 모델을 연결하려면 다음 중 하나를 설정하고 서비스를 다시 시작하세요: ${HOW}.`,
    greeting: "안녕하세요! 문서에 대해 무엇이든 물어보세요.",
    thanks: "천만에요!",
  },
  vi: {
    notFound: "Tôi không tìm thấy câu trả lời cho câu hỏi này trong tài liệu của bạn.",
    unsure: "Tôi không tìm thấy câu trả lời rõ ràng trong tài liệu của bạn. Gần nhất là:",
    nearest: "Những đoạn gần nhất:",
    connect: `Chưa kết nối mô hình ngôn ngữ nào, nên câu trả lời là trích dẫn từ tài liệu của bạn. Để kết nối, hãy đặt một trong các thiết lập sau rồi khởi động lại dịch vụ: ${HOW}.`,
    greeting: "Xin chào! Hãy hỏi tôi về tài liệu của bạn.",
    thanks: "Không có gì!",
  },
  th: {
    notFound: "ไม่พบคำตอบของคำถามนี้ในเอกสารของคุณ",
    unsure: "ไม่พบคำตอบที่ชัดเจนในเอกสารของคุณ ที่ใกล้เคียงที่สุดคือ:",
    nearest: "ข้อความที่ใกล้เคียงที่สุด:",
    connect: `ยังไม่ได้เชื่อมต่อโมเดลภาษา คำตอบจึงเป็นข้อความที่ยกมาจากเอกสารของคุณ หากต้องการเชื่อมต่อ ให้ตั้งค่าอย่างใดอย่างหนึ่งต่อไปนี้แล้วเริ่มบริการใหม่: ${HOW}`,
    greeting: "สวัสดี! ถามเกี่ยวกับเอกสารของคุณได้เลย",
    thanks: "ด้วยความยินดี!",
  },
  id: {
    notFound: "Saya tidak menemukan jawabannya dalam dokumen Anda.",
    unsure: "Saya tidak menemukan jawaban yang jelas dalam dokumen Anda. Yang paling dekat:",
    nearest: "Bagian yang paling mendekati:",
    connect: `Tidak ada model bahasa yang terhubung, jadi jawabannya adalah kutipan dari dokumen Anda. Untuk menghubungkannya, atur salah satu dari ini lalu mulai ulang layanan: ${HOW}.`,
    greeting: "Halo! Tanyakan apa saja tentang dokumen Anda.",
    thanks: "Sama-sama!",
  },
};

/** Whether a message carries the note about connecting a model, in whatever language. */
export function carriesNote(message: string): boolean {
  return message.includes("GEMINI_API_KEY") && message.includes("OPENAI_BASE_URL");
}
