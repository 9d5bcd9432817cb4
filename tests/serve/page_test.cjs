// The page in Debian's Chromium, driven by playwright-core. Where one of them is not installed the
// test is skipped, with exit status 77. It needs no network beyond this machine.
//
// usage: NODE_PATH=FOLDER/node_modules node page_test.cjs PROGRAM [FOLDER FOR SCREENSHOTS]
"use strict";
const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");

const [program, pictures] = process.argv.slice(2);
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";

function skip(why) {
  console.log(`SKIPPED: ${why}`);
  process.exit(77);
}

if (!fs.existsSync(browserPath)) skip(`no browser at ${browserPath}: install chromium`);
let playwright;
try {
  playwright = require("playwright-core");
} catch {
  skip("no playwright-core: npm install playwright-core, and set NODE_PATH to its node_modules");
}

// axe checks whether people who cannot see, or have no mouse, can use the page. Without it the test
// says so and leaves this out.
let axe;
try {
  axe = require("axe-core");
} catch {
  console.log("no axe-core, so that nothing looks for barriers: npm install axe-core beside it");
}

/** Fails on what axe-core calls serious or critical. */
async function expectNoBarriers(page, where) {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => globalThis.axe.run(document));
  const serious = found.violations.filter((v) => ["serious", "critical"].includes(v.impact)).flatMap((v) =>
    v.nodes.map((node) => `${where}: ${v.id}: ${node.target}: ${node.failureSummary}`));
  assert.equal(serious.join("\n"), "");
}

/** Starts the server on a free port; gives its address and how to end it. */
function startServer() {
  const env = { PATH: process.env.PATH, HOME: "/nonexistent" };
  const server = spawn(program, ["serve", "--port", "0"], { env, stdio: ["ignore", "ignore", "pipe"] });
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.stderr.on("data", (text) => {
      const found = /http:\S+:\d+\//.exec(text);
      if (found) resolve({ url: found[0], end: () => server.kill("SIGTERM") });
    });
  });
}

const scenarios = {
  async "shows the value and every move, best first"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32");
    assert.match(await page.value(), /White to move: wins \(conversion in 11 plies, end in 11 plies\)/);
    await page.open("?variant=italian&fen=W:WK3,20:BK31");
    const letters = await page.$$eval("#moves .letter", (all) => all.map((e) => e.textContent));
    assert.equal(letters[0], "W");
    assert.deepEqual([...letters].sort((a, b) => "WDL".indexOf(a) - "WDL".indexOf(b)), letters);
    await page.picture("english", { clip: { x: 0, y: 0, width: 1000, height: 680 } });
  },
  async "counts what was played"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32&counted=38");
    assert.match(await page.value(), /too late for the count: a draw/);
    assert.equal(await page.textContent("#moves .letter"), "D");
    await page.fill("#counted", "10");
    await page.press("#counted", "Tab");
    await page.settled(/wins \(/);
    assert.match(page.url(), /counted=10/);
    await page.open("?variant=english&fen=W:WK3,20:BK31");
    const counts = await page.$$eval("#count option", (all) => all.map((o) => o.value));
    assert.deepEqual(counts, ["40", "50"]);
    await page.selectOption("#count", "40");
    await page.waitForURL(/count=40/);
    await page.settled(/wins \(/);
  },
  async "plays by mouse, and takes it back"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32");
    await page.click('[data-square="0"]');
    assert.equal(await page.locator(".dot.win").count(), 1);
    await page.click('[data-square="4"]');
    await page.settled(/Black to move: loses/);
    assert.match(page.url(), /fen=B:WK5:BK32/);
    await page.click("#undo");
    await page.settled(/White to move: wins/);
    await page.goForward();
    await page.settled(/Black to move: loses/);
  },
  async "plays by dragging"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32");
    await page.dragTo(0, 4);
    await page.settled(/Black to move: loses/);
  },
  async "drags a piece that is chosen already"(page) {
    await page.open("?variant=italian&fen=W:WK3,20:BK31");
    await page.click('[data-square="19"]');
    await page.dragTo(19, 14);
    await page.settled(/Black to move/);
    assert.match(page.url(), /fen=B:WK3,15:BK31/);
    await page.open("?variant=italian&fen=W:WK3,20:BK31");
    await page.click('[data-square="19"]');
    await page.click('[data-square="19"]');
    assert.equal(await page.locator(".chosen").count(), 0);
  },
  async "lets a piece go beside the board"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32");
    const [a, b] = await page.middles(0, 4);
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(990, 750);
    await page.mouse.up();
    await page.mouse.click(b.x, b.y, { button: "right" });
    await page.waitForTimeout(300);
    assert.match(page.url(), /fen=W:WK1:BK32/);
  },
  async "drags by touch"(page) {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.open("?variant=italian&fen=W:WK1:BK32");
    const [a, b] = await page.middles(0, 4);
    const fingers = await page.context().newCDPSession(page);
    const touch = (type, ...touchPoints) => fingers.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", a);
    for (let i = 1; i <= 8; ++i)
      await touch("touchMove", { x: a.x + (b.x - a.x) * i / 8, y: a.y + (b.y - a.y) * i / 8 });
    await touch("touchEnd");
    await page.settled(/Black to move: loses/);
    assert.match(page.url(), /fen=B:WK5:BK32/);
    assert.equal(await page.evaluate(() => scrollY), 0);
  },
  async "plays the move that is chosen on boards in a mirror"(page) {
    await page.open("?variant=filipino&fen=W:WKc8,Ke8:Bg8");
    const square = (name) => page.locator(".cell", { has: page.locator(`text="${name}"`) });
    await square("e8").click();
    await square("f7").click();
    await page.settled(/Black to move/);
    assert.match(page.url(), /fen=B:WKc8,Kf7:Bg8/);
  },
  async "plays on where there are no tables of the count"(page) {
    await page.open("?variant=killer&fen=W:WK5,K14:BK22");
    await page.click("#best");
    await page.settled(/Black to move: /);
    assert.doesNotMatch(page.url(), /counted/);
  },
  async "counts what a FEN says was played"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32:H72");
    assert.match(await page.value(), /too late for the count: a draw/);
    assert.equal(await page.inputValue("#counted"), "36");
    await page.click("#best");
    await page.settled(/Black to move: loses, but too late/);
    assert.match(page.url(), /counted=36.5/);
  },
  async "stops playing on when something else is shown"(page) {
    await page.open("?variant=italian&fen=W:WK3,20:BK31");
    await page.click("#out");
    await page.settled(/Black to move/);
    await page.selectOption("select >> nth=0", "english");
    await page.waitForTimeout(1200);
    assert.equal(await page.textContent("#out"), "Play out");
    const shown = page.url();
    assert.match(shown, /variant=english/);
    await page.waitForTimeout(700);
    assert.equal(page.url(), shown);
  },
  async "keeps the place of the keyboard"(page) {
    await page.open("?variant=italian&fen=W:WK3,20:BK31");
    await page.focus("#fen");
    await page.keyboard.press("Tab");
    for (const at of ["#moves button", "#best"]) {
      while (!(await page.evaluate((s) => document.activeElement.matches(s), at)))
        await page.keyboard.press(at === "#best" ? "Shift+Tab" : "Tab");
      const before = page.url();
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.href !== before);
      await page.settled(/to move: /);
      assert.ok(await page.evaluate((s) => document.activeElement.matches(s), at), at);
    }
  },
  async "shows statistics of the last position alone"(page) {
    await page.open("?variant=italian&fen=W:WK3,20:BK31");
    await page.route("**/stats/italian/KMvK.json", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      await route.continue();
    });
    await page.click("#stats summary");
    await page.waitForFunction(() => document.querySelector("#stats div").textContent === "Looking up ...");
    await page.fill("#fen", "W:WK1:BK32");
    await page.press("#fen", "Enter");
    await page.settled(/conversion in 11 plies/);
    await page.waitForTimeout(1500);
    assert.equal(await page.textContent("#stats p >> nth=0"), "KvK");
  },
  async "reads ranges of squares, and names a game that it does not know"(page) {
    await page.open("?variant=italian&fen=W:W21-32:B1-12");
    assert.match(await page.value(), /No table: 24 pieces/);
    assert.equal(await page.locator(".piece").count(), 24);
    await page.open("?variant=italian&fen=w:w21-32: b1-11, 12");
    assert.match(await page.value(), /No table: 24 pieces/);
    assert.equal(await page.locator(".piece").count(), 24);
    await page.open("?variant=italian&fen=W:WK1,K2,K3,21:BK32,K31,K30:H7:F9");
    assert.match(await page.value(), /No table: 7 pieces/);
    assert.equal(await page.locator(".piece").count(), 7);
    await page.open("?variant=xyz&fen=W:WK1:BK32");
    assert.match(await page.value(), /no game called 'xyz'/);
    assert.equal(await page.locator("#moves li").count(), 0);
  },
  async "says who has won a game that is over"(page) {
    await page.open("?variant=breakthrough&fen=W:W31:BK32");
    assert.match(await page.value(), /^The game is over: White loses\.$/);
  },
  async "keeps the position in another language"(page) {
    await page.open("?variant=italian&fen=W:WK3,20:BK31");
    await page.click("text=Italiano");
    await page.settled(/Il Bianco muove: vince/);
    assert.match(page.url(), /fen=W:WK3,20:BK31.*lang=it/);
  },
  async "plays by touch"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32");
    await page.tap('[data-square="0"]');
    await page.tap('[data-square="4"]');
    await page.settled(/Black to move: loses/);
  },
  async "plays by keyboard"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32");
    await page.focus('[data-square="0"]');
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.settled(/Black to move: loses/);
  },
  async "plays by clicks without a pointer, as screen readers make them"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32");
    const click = (square) => page.$eval(`[data-square="${square}"]`, (cell) =>
      cell.dispatchEvent(new MouseEvent("click", { bubbles: true })));
    await click(0);
    const told = (square, name) => page.getAttribute(`[data-square="${square}"]`, name);
    assert.equal(await told(0, "aria-pressed"), "true");
    assert.match(await told(4, "aria-label"), /^5, empty, wins$/);
    await click(4);
    await page.settled(/Black to move: loses/);
  },
  async "chooses what has the focus, and Escape takes it back"(page) {
    await page.open("?variant=italian&fen=W:WK3,20:BK31");
    await page.focus('[data-square="19"]');
    await page.keyboard.press("Enter");
    assert.equal(await page.getAttribute(".chosen", "data-square"), "19");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".chosen").count(), 0);
  },
  async "goes up and down by the same squares"(page) {
    await page.open("?variant=international&fen=W:WK1:BK50");
    await page.focus('[data-square="49"]');
    const focused = () => page.evaluate(() => Number(document.activeElement.dataset.square));
    const way = [await focused()];
    for (let i = 0; i < 9; ++i) {
      await page.keyboard.press("ArrowUp");
      way.push(await focused());
    }
    assert.deepEqual(way, [49, 44, 39, 34, 29, 24, 19, 14, 9, 4]);
    for (let i = 9; i >= 0; --i) {
      assert.equal(await focused(), way[i]);
      await page.keyboard.press("ArrowDown");
    }
  },
  async "stops playing out, which is one step back"(page) {
    await page.open("?variant=italian&fen=W:WK3,20:BK31");
    await page.route("**/italian?**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    await page.click("#out");
    await page.waitForTimeout(2600);
    await page.click("#out");  // while an answer is waited for
    await page.waitForFunction(() => document.querySelector("#out").textContent === "Play out");
    await page.settled(/to move: /);
    const stopped = page.url();
    await page.waitForTimeout(1000);
    assert.equal(page.url(), stopped);
    await page.click("#undo");
    await page.waitForURL(/fen=W:WK3,20:BK31/);
    assert.ok(await page.isDisabled("#undo"));
    await page.unroute("**/italian?**");
    await page.open("?variant=international&fen=W:WK1:BK50");
    assert.ok(await page.isDisabled("#out"));
  },
  async "takes back as far as the browser remembers"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32");
    await page.click("#edit");
    for (let i = 0; i < 55; ++i) {
      const before = page.url();
      await page.click("text=Side to move");
      await page.waitForURL((url) => url.href !== before);
    }
    let steps = 0;
    for (; await page.isEnabled("#undo"); ++steps) {
      const before = page.url();
      await page.click("#undo");
      await page.waitForURL((url) => url.href !== before);
    }
    assert.ok(steps > 40 && steps < 56, steps);
    await page.settled(/to move: /);
  },
  async "plays best play out to the end"(page) {
    await page.open("?variant=italian&fen=W:WK19:BK28");
    const fen = async () => page.inputValue("#fen");
    const before = await fen();
    await page.click("#best");
    await page.waitForFunction((old) => document.querySelector("#fen").value !== old, before);
    await page.open("?variant=italian&fen=W:WK1:BK32");
    await page.click("#out");
    await page.settled(/The game is over: Black loses/);
  },
  async "edits a position"(page) {
    await page.open("?variant=english&fen=W:WK3,20:BK31");
    await page.click("#edit");
    await page.click("text=Clear");
    await page.click("text=White king");
    await page.click('[data-square="5"]');
    await page.click("text=Black man");
    await page.click('[data-square="20"]');
    await page.click("text=Side to move");
    await page.click("#edit");
    await page.settled(/Black to move/);
    assert.match(page.url(), /fen=B:WK6:B21/);
  },
  async "draws and edits every form of a FEN"(page) {
    for (const [query, pieces] of [["russian&fen=W:W21-32:B1-12", 24], ["russian&fen=w:wKA1,C1:b_b8,d8", 4],
      ["international&fen=w:wk26,27,028:bk19,k1,k2", 6]]) {
      await page.open(`?variant=${query}`);
      assert.equal(await page.locator(".piece").count(), pieces, query);
    }
    assert.equal(await page.locator(".crown").count(), 4);
    for (const game of ["jamaican", "filipino", "brazilian"]) {
      await page.open(`?variant=${game}&fen=W:WK1,99:BK32`);  // not answered
      const drawn = await page.$$eval(".cell", (all) => all.filter((c) => c.querySelector(".piece")).map((c) => c.dataset.square));
      assert.deepEqual(drawn, ["0", "31"], game);
    }
    await page.open("?variant=russian&fen=W:W21-32:B1-12");
    await page.click("#edit");
    await page.click('[data-square="13"]');
    await page.waitForFunction(() => document.querySelectorAll(".piece").length === 25);
  },
  async "draws what the server has read, whatever its form"(page) {
    await page.route("**/italian?**", (route) => route.fulfill({ status: 404,
      body: JSON.stringify({ error: "no", table: "italian/KvKM.wdl", fen: "W:WK1:BK5,12" }) }));
    await page.open("?variant=italian&fen=another%20form");
    assert.equal(await page.locator(".piece").count(), 3);
    assert.match(await page.value(), /italian.KvKM.wdl is missing/);
  },
  async "moves pieces in the editor by dragging"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32");
    await page.click("#edit");
    await page.dragTo(0, 9);
    await page.waitForURL(/fen=W:WK10:BK32/);
    assert.equal(await page.locator(".piece").count(), 2);
  },
  async "edits what could not be read"(page) {
    await page.open("?variant=italian&fen=rubbish");
    assert.match(await page.value(), /column 1/);
    await page.click("#edit");
    await page.click("text=White king");
    await page.click('[data-square="0"]');
    await page.click("text=Black king");
    await page.click('[data-square="31"]');
    await page.settled(/White to move: wins/);
    assert.match(page.url(), /fen=W:WK1:BK32/);
  },
  async "keeps what was typed but not looked up yet"(page) {
    await page.open("?variant=italian&fen=W:WK8,K16:B1,K23");
    await page.fill("#fen", "W:WK1:BK32");
    await page.fill("#counted", "36");
    await page.press("#counted", "Tab");
    await page.settled(/too late for the count/);
    assert.match(page.url(), /fen=W:WK1:BK32&counted=36/);
    await page.fill("#fen", "W:WK2:BK32");
    await page.selectOption("#app select >> nth=0", "english");
    await page.settled(/White to move/);
    assert.match(page.url(), /variant=english&fen=W:WK2:BK32/);
  },
  async "asks for no count where nothing is known of it"(page) {
    await page.open("?variant=czech&fen=W:WKa1,Kc1:BKh8");
    assert.ok(!(await page.isVisible("#counted")));
    await page.open("?variant=russian&fen=W:WKa1,Kc1:BKh8");
    assert.ok(await page.isVisible("#counted"));
  },
  async "leaves what is being typed"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32");
    await page.fill("#fen", "W:WK2:BK32");
    await page.click("#flip");
    assert.equal(await page.inputValue("#fen"), "W:WK2:BK32");
    await page.click("#best");
    await page.waitForFunction(() => document.querySelector("#fen").value.startsWith("B:"));
  },
  async "copies the link, and still says the value"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.click("text=Copy link");
    await page.waitForFunction(() => document.querySelector("#note").textContent === "Copied.");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
    assert.match(await page.value(), /White to move: wins/);
    await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("no https")); });
    await page.fill("#fen", "");
    await page.focus("text=Copy link");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Copy link");
    await page.focus("#fen");
    await page.keyboard.press("Control+V");
    assert.equal(await page.inputValue("#fen"), page.url());
  },
  async "says what is wrong with a number in the address"(page) {
    for (const number of ["abc", "-5", "31,5", "1e1"]) {
      await page.open(`?variant=italian&fen=W:WK1:BK32&counted=${number}`);
      assert.match(await page.value(), /counted '.*': expected/, number);
    }
  },
  async "is no higher than the window"(page) {
    for (const [width, height] of [[740, 360], [831, 700], [360, 640], [1000, 760]]) {
      await page.setViewportSize({ width, height });
      await page.open("?variant=international&fen=W:WK1:BK50");
      const box = await page.locator("svg.board").boundingBox();
      assert.ok(box.y + box.height <= height && box.width >= 230, `${width} ${height}: ${box.width} ${box.height}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width);
    }
  },
  async "tells what it knows where there are no tables of the count"(page) {
    await page.open("?variant=killer&fen=W:WK2,K5:BK6&counted=3");
    assert.match(await page.value(), /White to move: wins/);
  },
  async "keeps the board in reach of the keyboard when it shrinks"(page) {
    await page.open("?variant=international&fen=W:WK46:BK5");
    await page.locator('[data-square="0"]').focus();
    for (let i = 0; i < 9; ++i) await page.keyboard.press("ArrowDown");
    await page.selectOption("#app select >> nth=0", "italian");
    await page.settled(/to move/);
    assert.equal(await page.locator('.cell[tabindex="0"]').count(), 1);
  },
  async "shows every game with its own numbers"(page) {
    await page.open("?variant=russian&fen=W:Wa1,Kc3:BKh8");
    assert.equal((await page.locator(".board .name").first().textContent()), "b8");
    assert.equal(await page.locator(".cell").count(), 32);
    const names = await page.$$eval("select >> nth=0", ([select]) => [...select.options].map((o) => o.value));
    assert.ok(names.length >= 5);
    for (const name of names) {
      await page.selectOption("select >> nth=0", name);
      await page.settled(/(wins|draws|loses)/);
    }
    await page.open("?variant=international&fen=W:WK5,28:BK46");
    assert.equal(await page.locator(".cell").count(), 50);
    await page.picture("international", { clip: { x: 0, y: 0, width: 1000, height: 680 } });
    await page.click("#flip");
    const box = async (n) => page.locator(`[data-square="${n}"]`).boundingBox();
    assert.ok((await box(0)).y > (await box(49)).y);
  },
  async "says what is missing, and where an error is"(page) {
    await page.open("?variant=italian&fen=W:WK1,K2,K3,K4:BK29,K30,K31,K32");
    assert.match(await page.value(), /No table: 8 pieces, all positions are known up to \d/);
    await page.fill("#fen", "W:WK1:BK77");
    await page.press("#fen", "Enter");
    await page.settled(/column 9/);
  },
  async "wraps long messages, and knows no slice of twenty men"(page) {
    await page.setViewportSize({ width: 360, height: 740 });
    const expectNoOverflow = async () =>
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
    await page.open("?variant=international&fen=W:W31-50:B1-20");
    await page.click("#stats summary");
    await page.waitForFunction(() => /^No table: 40 pieces/.test(document.querySelector("#stats div").textContent));
    await expectNoOverflow();
    await page.open(`?variant=international&fen=${"M".repeat(100)}`);
    await expectNoOverflow();
  },
  async "says in Italian what is wrong"(page) {
    await page.open("?variant=italian&lang=it&fen=W:WK1:BK77");
    assert.match(await page.value(), /^Non va: colonna 9: '77': attesa una casella da 1 a 32$/);
  },
  async "speaks Italian, in the dark, at 320 pixels"(page) {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 320, height: 720 });
    await page.open("?variant=italian&lang=it&fen=W:WK3,20:BK31");
    assert.match(await page.value(), /Il Bianco muove: vince/);
    assert.equal(await page.textContent("#moves .letter"), "V");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 320, `${wide} pixels wide`);
    await page.picture("dark-320", { clip: { x: 0, y: 0, width: 320, height: 720 } });
  },
  async "shows statistics and judges claims"(page) {
    await page.open("?variant=italian&fen=W:WK3,20:BK31");
    await page.click("#stats summary");
    await page.waitForSelector("svg.histogram");
    const { histogram } = await (await page.request.get(new URL("/stats/italian/KMvK.json", page.url()).href)).json();
    for (const [kind, counts] of [["win", histogram.w.win_hist], ["loss", histogram.w.loss_hist]])
      assert.equal(await page.locator(`svg.histogram rect.${kind}`).count(), counts.filter((n) => n > 0).length);
    assert.match(await page.getAttribute("svg.histogram", "aria-label"), /Positions by plies to conversion/);
    assert.deepEqual((await page.locator("#stats p button").allTextContents()).map((text) => text.split(",")[0]),
      ["conversion in 13 plies", "end in 51 plies"]);
    await page.picture("histogram", { fullPage: true, clip: await page.locator("#stats").boundingBox() });
    await page.click("#claim summary");
    await page.fill("#pdn", '[FEN "W:WK3:BK31"] 1. 3-7 31-27 *');
    await page.click("#judge");
    await page.waitForFunction(() => /FID Art. 10/.test(document.querySelector("#verdict").textContent));
    assert.match(await page.textContent("#verdict"), /No draw by count: of the 40 moves/);
  },
  async "judges claims in Italian"(page) {
    await page.open("?variant=italian&lang=it&fen=W:WK3:BK31");
    await page.click("#claim summary");
    await page.fill("#pdn", '[FEN "W:WK3:BK31"] 1. 3-7 31-27 *');
    await page.click("#judge");
    await page.waitForFunction(() => /FID Art. 10/.test(document.querySelector("#verdict").textContent));
    const verdict = await page.textContent("#verdict");
    assert.match(verdict, /Non patta per conteggio/);
    assert.doesNotMatch(verdict, /White|drawn|moves/);
  },
  async "takes back no more than was played"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32");
    assert.ok(await page.isDisabled("#undo"));
    const look = (id) => page.$eval(id, (button) => getComputedStyle(button).opacity);
    assert.notEqual(await look("#undo"), await look("#best"));
    await page.click("#best");
    await page.settled(/Black to move: loses/);
    assert.ok(await page.isEnabled("#undo"));
    await page.click("#undo");
    await page.settled(/White to move: wins/);
    assert.ok(await page.isDisabled("#undo"));
  },
  async "offers examples"(page) {
    await page.open("?variant=italian");
    const [, example] = await page.$$eval("#examples option", (all) => all.map((o) => [o.value, o.textContent]));
    await page.selectOption("#examples", example[0]);
    await page.waitForFunction((fen) => document.querySelector("#fen").value === fen, example[0]);
    const plies = /\d+/.exec(example[1].split(":")[1])[0];
    await page.settled(new RegExp(`conversion in ${plies} pl`));
    assert.equal(await page.inputValue("#examples"), example[0]);
    await page.click("#best");
    await page.waitForFunction(() => document.querySelector("#examples").value === "");
  },
  async "says when the server is away"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32");
    await page.route("**/italian?**", (route) => route.abort());
    await page.click("#best");
    await page.settled(/does not answer/);
    await page.unroute("**/italian?**");
    await page.route("**/italian?**", (route) => route.fulfill({ status: 502, body: "<html>bad gateway" }));
    await page.open("?variant=italian&fen=W:WK1:BK32");
    assert.match(await page.value(), /does not answer/);
  },
  async "has no barriers"(page) {
    if (!axe) return;
    for (const [scheme, query] of [["light", "lang=en&variant=international"], ["dark", "lang=it&variant=russian"]]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.open(`?${query}&fen=${scheme === "light" ? "W:WK1,7:BK46" : "W:Wa1,Kc3:BKh8"}`);
      await expectNoBarriers(page, scheme);
      for (const part of await page.$$("summary")) await part.click();
      await page.waitForSelector("svg.bars");
      await expectNoBarriers(page, `${scheme}, all of it open`);
      await page.open(`?${query}&fen=rubbish`);
      await expectNoBarriers(page, `${scheme}, an error`);
    }
  },
  async "prints the board and the moves"(page) {
    await page.open("?variant=italian&fen=W:WK1:BK32");
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.isVisible(".board"));
    assert.ok(await page.isVisible("#moves"));
    assert.ok(await page.isVisible("#fen"));
    assert.ok(!(await page.isVisible("#undo")));
    assert.match(await page.title(), /W:WK1:BK32 .italian./);
  },
};

/** A fresh page that fails on any error, and on any request to elsewhere. */
async function newPage(browser, url, problems, javaScriptEnabled = true) {
  const context = await browser.newContext({ hasTouch: true, javaScriptEnabled, viewport: { width: 1000, height: 760 } });
  const page = await context.newPage();
  page.on("pageerror", (error) => problems.push(`script: ${error}`));
  page.on("console", (line) => {
    if (/Content Security Policy/.test(line.text())) problems.push(line.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(url)) problems.push(`a request to ${request.url()}`);
  });
  page.value = () => page.textContent("#value");
  page.settled = (pattern) => page.waitForFunction(
    (source) => new RegExp(source).test(document.querySelector("#value")?.textContent ?? ""), pattern.source);
  page.open = async (query) => {
    await page.goto(url + query);
    if (javaScriptEnabled) await page.settled(/[^.]\.$|\d/);  // not "Looking up ..."
  };
  /** The middles of two squares. */
  page.middles = (...squares) => Promise.all(squares.map(async (n) => {
    const box = await page.locator(`[data-square="${n}"]`).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }));
  page.dragTo = async (from, to) => {
    const [a, b] = await page.middles(from, to);
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y, { steps: 4 });
    await page.mouse.up();
  };
  page.picture = async (name, options = {}) => {
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, ...options });
  };
  return page;
}

async function main() {
  const server = await startServer();
  const browser = await playwright.chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
  let failed = 0;
  const attempt = async (name, run, javaScript = true) => {
    const problems = [];
    const page = await newPage(browser, server.url, problems, javaScript);
    page.setDefaultTimeout(30000);
    try {
      await run(page);
      assert.deepEqual(problems, []);
      console.log(`ok      ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}\n${error.stack}`);
    }
    await page.context().close();
  };
  for (const [name, run] of Object.entries(scenarios)) await attempt(name, run);
  await attempt("answers without JavaScript", async (page) => {
    await page.open("?variant=italian&fen=W:WK1:BK32");
    assert.match(await page.textContent(".value"), /White wins/);
    await page.click("table.moves a");
    assert.match(await page.textContent(".value"), /Black loses/);
    await page.open("?variant=italian&fen=W:WK1:BK32&counted=36");
    await page.click("table.moves a");
    assert.match(await page.textContent(".value"), /Black loses, but draws by the count/);
    await page.open("?variant=italian&lang=it&fen=W:WK1:BK32");
    assert.doesNotMatch(await page.textContent("#answer"), /White|Black|move/);
    await page.open("?variant=breakthrough");
    assert.equal(await page.locator(".error").count(), 0);
    await page.open("?variant=breakthrough&fen=W:W31:BK2");
    assert.match(await page.textContent("#answer"), /White loses\.\s*The game is over\./);
    await page.open("?variant=frisian&fen=W:WK46,30:BK5,7:%2B0%2B246");
    for (const link of await page.$$eval("table.moves a", (all) => all.map((a) => a.href)))
      assert.equal((await page.request.get(link)).status(), 200, link);
    await page.setViewportSize({ width: 360, height: 740 });
    const { height } = await page.locator(".picture").boundingBox();
    await page.setViewportSize({ width: 1000, height: 760 });
    assert.ok(height - (await page.locator(".picture").boundingBox()).height < 20);  // but for a scroll bar
    await page.setViewportSize({ width: 360, height: 740 });
    await page.open("?variant=italian&fen=W:W21-32:B1-12");
    assert.match(await page.textContent(".error"), /there is no such table/);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
  }, false);
  await browser.close();
  server.end();
  process.exit(failed === 0 ? 0 : 1);
}

main();
