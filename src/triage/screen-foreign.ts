/** The same orders in other languages. */
import { rule } from './screen-words.ts';
import type { Rule } from './screen-words.ts';

/** Other languages: to dismiss what was said, to become somebody else, to hand out secrets, to delete, to run. Accents are folded. */
export const foreign: readonly Rule[] = [
  rule(
    'instruction-inject',
    '\\b(?:deaktiviere|deaktivieren sie|entferne|entfernen sie|umgehe|schalte)\\b[^\\n]{0,40}?(?:authentifizierung|anmeldung|passwort|prufung|tests\\b|sicherheit|firewall)|\\b(?:desactive[zr]?|contourne[zr]?|supprime[zr]?)\\s[^\\n]{0,40}?(?:authentification|verification|mots? de passe|securite|les tests|pare-feu)|\\b(?:desactiva|desactive|deshabilita|elimina|disattiva|rimuovi|desative|desativa|remova)\\s[^\\n]{0,40}?(?:autenticacion|verificacion|contrasena|seguridad|pruebas|autenticazione|sicurezza|autenticacao|verificacao|seguranca|senha)|\\b(?:schakel|wyłącz|wylacz)\\b[^\\n]{0,40}?(?:authenticatie|beveiliging|uwierzytelni|zabezpiecze)|(?:отключи|выключи|обоиди|убери)(?:те)?\\s[^\\n]{0,30}?(?:проверк|аутентификац|авторизац|парол|тест|защит)|(?:禁用|关闭|绕过|跳过|關閉|繞過)\\s?(?:所有|全部)?(?:身份验证|身份認證|认证|验证|密码|测试|防火墙|安全)|(?:認証|検証|テスト)を(?:無効|スキップ|削除)|인증을? ?(?:비활성화|우회)|hintertur|porte derobee|puerta trasera|porta dos fundos|бэкдор|后门|後門|バックドア|백도어',
  ),
  rule(
    'instruction-inject',
    "\\b(?:als|en tant qu['’ ]|como|come|jako|som|olarak)\\s*(?:un |une |una |um |uma |een |ein |eine |el |la |o |a )?(?:ki-?\\s?(?:assistent|agent|modell|system)|(?:assistant|agent|modele) (?:ia|d['’]ia)|(?:asistente|agente|modelo|assistente|agent)\\w* (?:de )?(?:ia|ai)\\b|asystent\\w* (?:ai|si)|ai-?(?:assistent|agent|model))|(?:作为|作為|身为|你是)\\S{0,3}(?:ai|人工智能|智能|机器人|助手|语言模型)|(?:ai|人工知能)\\S{0,8}(?:として|アシスタント)|(?:как|будучи)\\s+(?:ии|искусственн|языков)\\S*|ии-?ассистент|(?:ai|인공지능)\\s?(?:어시스턴트|비서|모델)\\S*\\s",
  ),
  rule(
    'prompt-override',
    '\\b(?:ignoriere|ignorieren sie|vergiss|vergessen sie|missachte|missachten sie|uberschreibe|befolge nicht|verwirf|beachte nicht)\\b[^\\n]{0,50}?\\b(?:anweisung|instruktion|befehl|vorgabe|regel|anleitung|richtlinie|system-?prompt)',
  ),
  rule(
    'prompt-override',
    "\\b(?:ignore[zr]?|oublie[zr]?|neglige[zr]?|ne (?:tiens|tenez) (?:pas|aucun) compte d|fais abstraction d|faites abstraction d|ne (?:suis|suivez) (?:pas|plus))\\w*\\s+(?:toutes?\\s+|tous\\s+)?(?:les|vos|tes|ces|mes|des|l['’])\\s?[^\\n]{0,30}?(?:instruction|consigne|directive|ordre|regle)",
  ),
  rule(
    'prompt-override',
    '\\b(?:ignora|ignore|ignorar|ignoren|olvida|olvide|olvidar|descarta|descarte|omite|no sigas|desobedece|haz caso omiso|esquece|esqueca|desconsidere|desconsidera|dimentica|trascura|tralascia|non seguire|abaikan|lupakan)\\b\\s+(?:\\S+\\s+){0,3}?(?:instruccion|ordenes|reglas|indicaciones|directrices|instrucoes|ordens|regras|diretrizes|istruzioni|ordini|regole|direttive|indicazioni|instruksi|perintah|aturan)',
  ),
  rule(
    'prompt-override',
    '\\b(?:negeer|vergeet)\\b[^\\n]{0,40}?(?:instructies|opdrachten|regels|aanwijzingen|richtlijnen)|\\b(?:z?ignoruj|zapomnij|pomin)\\w*[^\\n]{0,40}?(?:instrukcj|polece|zasad|wytyczn|regu[łl])|\\b(?:ignorera|ignorer|glom|glem)\\b[^\\n]{0,40}?(?:instruktion|instruks|regler|anvisning)|(?:talimat|komut|kural|yonerge)\\S*[^\\n]{0,25}?(?:yoksay|yok say|gormezden gel|unut|dikkate alma)|\\b(?:bo qua|quen)\\b[^\\n]{0,30}?(?:huong dan|chi dan|chi thi|lenh)|ignoruj|ignorati[^\\n]{0,30}?instructiunile',
  ),
  rule(
    'prompt-override',
    '(?:игнорируи|забудь|не следуи|отбрось|ігноруи|забудь)[^\\n]{0,50}?(?:инструкци|указани|команд|правил|приказ|промпт|інструкці|вказівк)',
  ),
  rule(
    'prompt-override',
    '(?:忽略|无视|無視|忘记|忘掉|忘記|不要理会|不理会|绕过|忽視|忽视|不要遵守|不要遵循)[^\\n]{0,20}?(?:指令|指示|提示|命令|说明|說明|规则|規則|要求|限制|对话)|(?:指示|命令|指令|プロンプト|ルール|規則)[^\\n]{0,10}?(?:無視|忘れ|従わな)|(?:지시|명령|지침|프롬프트|규칙)[^\\n]{0,12}?(?:무시|잊|따르지)|(?:تجاهل|انس|انسى|تخطى)[^\\n]{0,40}?(?:تعليمات|اوامر|أوامر|قواعد|توجيهات)|(?:निर्देश|आदेश)[^\\n]{0,20}?(?:अनदेखा|नजरअंदाज|नज़रअंदाज़|भूल|उपेक्षा)|(?:התעלם|שכח)[^\\n]{0,30}?(?:הוראות|הנחיות)',
  ),
  rule(
    'role-hijack',
    "\\bdu bist (?:jetzt|nun|ab sofort|ab jetzt)\\b|\\bab (?:jetzt|sofort) (?:bist|sollst|handelst) du\\b|\\b(?:tu es|vous etes) (?:maintenant|desormais)\\b|\\b(?:ahora|a partir de ahora|desde ahora) (?:eres|actua|seras|debes|tu)\\b|\\bvoce agora e\\b|\\bagora voce e\\b|\\ba partir de agora,? voce\\b|\\b(?:ora sei|sei ora|adesso sei|d['’]ora in poi sei)\\b|\\b(?:je|jij) bent nu\\b|(?:ты теперь|теперь ты|отныне ты)|你现在是|你現在是|从现在(?:开始|起)，?你|假装你|扮演|あなたは今|今からあなた|これからあなた|너는 이제|당신은 이제|지금부터 (?:너|당신)|أنت الآن",
  ),
  rule(
    'exfiltration',
    "\\b(?:sende|senden sie|schicke|schicken sie|ubermittle|lade)\\b[^\\n]{0,60}?(?:\\.env|umgebungsvariable|passwort|zugangsdaten|geheimnis|schlussel|api-?key|system-?prompt)|\\b(?:envoie|envoyez|transmets|transmettez|affiche|affichez|revele|revelez|publie)\\b[^\\n]{0,60}?(?:\\.env|variables? d['’ ]?environnement|mots? de passe|les cles|secrets|identifiants|jetons)|\\b(?:envia|envie|manda|mande|muestra|revela|publica|sube|mostre|revele|invia|mostra|rivela)\\b[^\\n]{0,60}?(?:\\.env|variables de entorno|contrasena|claves|secretos|credenciales|variaveis de ambiente|senhas|chaves|segredos|credenciais|variabili d.ambiente|chiavi|segreti|credenziali)|\\b(?:stuur|verstuur|verzend|wyslij|przeslij|ujawnij)\\b[^\\n]{0,60}?(?:\\.env|omgevingsvariabelen|wachtwoord|sleutels|geheimen|zmienne|has[lł]a|klucze|sekret)|(?:отправь|пришли|покажи|выведи|перешли|раскрои)[^\\n]{0,60}?(?:\\.env|переменн|парол|ключ|секрет|токен)|(?:\\.env|umgebungsvariablen|passworter|passwort|zugangsdaten|geheimnisse|schlussel)[^\\n]{0,50}?\\b(?:aus(?:zu)?geben|senden|schicken|ubermitteln|anzeigen|hochladen|veroffentlichen)\\b|\\b(?:envoyer|afficher|transmettre|reveler|enviar|mostrar|revelar|publicar|inviare|mostrare|versturen)\\b[^\\n]{0,40}?(?:\\.env|variables? d|mots? de passe|cles|secrets|identifiants|variables de entorno|contrasenas|claves|secretos|credenciales|senhas|chaves|credenciais|credenziali|chiavi|wachtwoord)|(?:отправить|показать|вывести|переслать|раскрыть)[^\\n]{0,60}?(?:\\.env|переменн|парол|ключ|секрет|токен)|(?:环境变量|環境變數|密码|密碼|密钥|金鑰|凭证|凭据|令牌|\\.env)[^\\n]{0,8}?(?:发送|發送|上传|上傳|发到|发给|輸出|输出|打印)|(?:发送|發送|上传|上傳|泄露|打印|输出|提交)[^\\n]{0,30}?(?:环境变量|環境變數|密码|密碼|密钥|金鑰|凭证|凭据|令牌|\\.env|机密)|(?:環境変数|パスワード|秘密鍵|トークン|\\.env)[^\\n]{0,15}?(?:送信|送って|表示し|出力し|公開)|(?:환경 ?변수|비밀번호|비밀 ?키|토큰)[^\\n]{0,15}?(?:보내|전송|출력|공개)",
  ),
  rule(
    'destructive-fs',
    "\\b(?:losche|loschen sie|vernichte)\\b[^\\n]{0,40}?\\b(?:alle|samtliche|alles|das gesamte|die (?:ganze|gesamte)|die datenbank)\\b|\\b(?:supprime[zr]?|efface[zr]?|detrui\\w+)\\s+(?:tous|toutes|tout|l'ensemble|la base|le projet)\\b|\\b(?:borra|borre|elimina|elimine|destruye|apague|exclua|cancella|rimuovi)\\s+(?:todos|todas|todo|tudo|tutti|tutte|tutto|la base|il database|o banco)\\b|\\b(?:verwijder|wis|usun|skasuj)\\s+(?:alle|alles|wszystkie|wszystko)\\b|(?:удали|сотри|уничтожь)(?:те)?\\s[^\\n]{0,20}?(?:все|всю|базу)|(?:删除|刪除|清空|销毁)[^\\n]{0,12}?(?:所有|全部|整个|一切)[^\\n]{0,10}?(?:文件|数据|檔案|資料|表)(?!失败)|(?:すべて|全て|全部)[^\\n]{0,15}?(?:削除し|消去し)|모든[^\\n]{0,15}?삭제(?:해|하)",
  ),
  rule(
    'code-exec',
    "\\bfuhre\\b[^\\n]{0,30}?\\b(?:befehl|kommando|skript|code)\\b|\\b(?:executez?|lancez?)\\s+(?:la|le|les|cette|ce|l['’])\\s?(?:\\w+\\s+)?(?:commande|script|code)\\b|\\b(?:ejecuta|ejecute|execute|rode|esegui)\\s+(?:el|este|esta|la|o|a|il|lo|questo|seguente|siguiente)\\s+(?:\\w+\\s+)?(?:comando|codigo|script|orden|codice)\\b|\\bvoer\\b[^\\n]{0,40}?(?:commando|opdracht)[^\\n]{0,30}?\\buit\\b|(?:выполни|запусти)(?:те)?\\s[^\\n]{0,30}?(?:команд|скрипт|код)|(?:执行|運行|运行|執行)\\s?(?:rm |curl |sudo |bash|sh )|(?:执行|運行|运行|執行)[^\\n]{0,6}?(?:以下|下面|下列|这个|此)[^\\n]{0,10}?(?:命令|代码|脚本|指令)|(?:コマンド|スクリプト)を実行し(?:て|ろ)|명령을? 실행(?:해|하)",
  ),
];
