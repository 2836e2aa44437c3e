"""The pages of clusters and schemas in a real browser, by keyboard."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("aiohttp")

from kafkawire.client.blocking import Admin, Producer
from kafkawire.client.metadata import TopicPartition
from kafkawire.console import View
from kafkawire.console.cluster import ClusterView
from kafkawire.console.schemas import SchemasView
from kafkawire.testing import ThreadedBroker
from tests.console.chromium import PROGRAM, Page
from tests.console.conftest import Shows

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium (Debian's package chromium)")

SCRIPT = "<script>alert(1)</script>"
HERE = "document.querySelector('section:not([hidden])')"
FOCUSED = "document.activeElement"


def views(servers: str) -> list[View]:
    return [ClusterView(servers, {"default_api_timeout_ms": 2_000}), SchemasView()]


@pytest.fixture
def servers(kafka_broker: ThreadedBroker) -> str:
    kafka_broker.create_topic("orders", 2)
    with Producer(kafka_broker.bootstrap_servers) as producer:
        for n in range(30):
            key = SCRIPT if n == 7 else f"k{n}"
            producer.send("orders", b'{"n": %d}' % n, key=key.encode(), partition=n % 2, headers=[(SCRIPT, b"x")])
    with Admin(kafka_broker.bootstrap_servers) as admin:
        admin.alter_group_offsets({"a/b %": {TopicPartition("orders", 0): 3}})
    return kafka_broker.bootstrap_servers


async def tab_to(page: Page, condition: str) -> None:
    for _ in range(60):
        if await page.run(f"{FOCUSED} !== null && ({condition})"):
            return
        await page.key("Tab")
    raise AssertionError(f"the Tab key does not lead to {condition}")


def test_records_are_found_by_keyboard_alone_and_are_text(shows: Shows, servers: str) -> None:
    async def walk(page: Page) -> None:
        await page.until(f"{HERE}.querySelector('td')?.textContent === 'orders'")
        await tab_to(page, f"{FOCUSED}.matches('tr.choice')")
        await page.key("Enter")
        await page.until(f"{HERE}.querySelectorAll('tbody tr').length === 30")
        await page.key("/")
        await page.write("script>")
        await page.key("Enter")
        await page.until("document.body.innerText.includes('1 found in 30 of 30 records; all searched')")
        assert await page.run(f"{HERE}.querySelector('tbody tr').children[3].textContent") == SCRIPT
        await page.key("Escape")  # out of the field
        await tab_to(page, f"{FOCUSED}.matches('tr.choice')")
        await page.key("Enter")
        shown = await page.run(f"{HERE}.querySelector('.cluster-record').innerText")
        assert SCRIPT in shown.split("\n")
        assert f"Header {SCRIPT} · text · 1 B" in shown
        await page.key("Escape")
        assert await page.run(f"{HERE}.querySelector('.cluster-record').hidden")
        await page.key("u")
        await page.until("location.hash === '#cluster/topics'")
        assert await page.run("document.scripts.length") == await page.run(
            "document.querySelectorAll('body > script').length"
        )

    shows(views(servers), walk)


def test_a_search_ends_with_its_page(shows: Shows, servers: str, kafka_broker: ThreadedBroker) -> None:
    both = views(servers)
    searched = both[0].routes()["searched"]

    async def walk(page: Page) -> None:
        await page.run("location.hash = '#cluster/topic/orders'")
        await page.until(f"{HERE}.querySelectorAll('tbody tr').length === 30")
        kafka_broker.fail("Fetch", error="NOT_LEADER_OR_FOLLOWER")  # which is tried again and again
        await page.key("/")
        await page.write("nowhere")
        await page.key("Enter")
        await page.until(f"{HERE}.innerText.includes('0 found in 0 of 30 records …')")
        await page.run("location.href = 'about:blank'")
        while not (state := await searched({"search": 1}))["ended"]:
            await asyncio.sleep(0.01)
        assert state["ended"] == "cancelled"

    shows(both, walk)


def test_older_records_and_partitions_without_a_commit(shows: Shows, servers: str) -> None:
    with Producer(servers) as producer:
        for n in range(120):
            producer.send("orders", b"%d" % n, partition=0)

    async def walk(page: Page) -> None:
        offset = f"{HERE}.querySelector('tbody tr')?.children[2].textContent"
        await page.run("location.hash = '#cluster/topic/orders'")
        await page.until(f"{offset} === '134'")
        await page.key("n")
        await page.until(f"{offset} === '34'")
        assert await page.run(f"{HERE}.querySelectorAll('tbody tr').length") == 50
        assert await page.run(f"{HERE}.querySelector('button.next')") is None
        await page.run("location.hash = '#cluster/groups'")
        await page.until(f"{HERE}.querySelector('tbody tr')?.children[0].textContent === 'a/b %'")
        await page.run(f"{HERE}.querySelector('tbody tr').click()")
        await page.until(f"{HERE}.querySelectorAll('tbody tr').length === 2")
        rows = await page.run(f"[...{HERE}.querySelectorAll('tbody td')].map((cell) => cell.textContent)")
        assert rows == ["orders", "0", "3", "0", "135", "132", "orders", "1", "no commit", "0", "15", "15"]

    shows(views(servers), walk)


def test_every_part_fits_a_telephone_and_says_nothing_wrong(shows: Shows, servers: str) -> None:
    parts = ["topics", "groups", "brokers", "transactions", "acls", "quotas", "logdirs", "broker/1"]
    parts += [f"topic/orders/{part}" for part in ("messages", "partitions", "configs", "producers")]
    addresses = [f"#cluster/{part}" for part in [*parts, "group/a%2Fb%20%25"]]
    addresses += ["#schemas", "#schemas/FetchRequest/12..13", "#schemas/releases/3.9.2..4.0.2"]

    async def walk(page: Page) -> None:
        for address in addresses:
            await page.run(f"{HERE}.querySelectorAll('table, .error, .list').forEach((one) => one.remove())")
            await page.run(f"location.hash = '{address}'")
            await page.until(
                f"{HERE}.querySelector('table, .error, .list') || {HERE}.innerText.includes('There are no ')"
            )
            wide = await page.run("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            assert wide[0] <= wide[1] == 360, address
            told = await page.run(f"[...{HERE}.querySelectorAll('.error')].map((one) => one.textContent)")
            assert told == (
                ["SECURITY_DISABLED (54): could not list ACLs: No Authorizer is configured on the broker"]
                if address.endswith("acls")
                else []
            ), address
            bare = f"""[...{HERE}.querySelectorAll('input, select, button, summary')].filter((one) =>
                one.checkVisibility() && !one.textContent && !one.ariaLabel &&
                ![...one.labels].some((label) => label.textContent.trim())).map((one) => one.outerHTML)"""
            assert await page.run(bare) == [], address

    shows(views(servers), walk, width=360, height=740, dark=True)


def test_a_broker_that_cannot_be_reached_is_one_line_and_schemas_are_there(shows: Shows) -> None:
    async def walk(page: Page) -> None:
        await page.until(f"{HERE}.querySelector('.error')?.textContent.includes('no broker can be reached')")
        await page.key("2")
        await page.until(f"{HERE}.querySelectorAll('.list-row').length > 10")
        await page.key("/")
        await page.write("fetch request")
        await page.until(f"{HERE}.querySelectorAll('.list-body > .list-row').length < 10")
        await page.key("Tab")
        await page.key("Tab")
        await page.key("ArrowDown")
        await page.until("document.querySelector('.schemas-body h2')?.textContent === 'FetchRequest'")
        fields = "[...document.querySelectorAll('.schemas-body td.tree')].map((one) => one.textContent)"
        assert "ReplicaDirectoryId" in await page.run(fields)
        await page.run("location.hash = '#schemas/FetchRequest/12..13'")
        await page.until("document.querySelectorAll('.schemas-body li.added').length === 2")
        assert "LastFetchedEpoch" in await page.run(fields)
        assert "ReplicaDirectoryId" not in await page.run(fields)

    shows(views("127.0.0.1:1"), walk)


def test_a_time_that_no_calendar_has_is_a_number(shows: Shows, kafka_broker: ThreadedBroker) -> None:
    kafka_broker.create_topic("odd", options={"message.timestamp.after.max.ms": str(2**63 - 1)})
    with Producer(kafka_broker.bootstrap_servers) as producer:
        for time in (2**62, 8_640_000_000_000_001, 0):
            producer.send("odd", b"x", timestamp_ms=time)

    async def walk(page: Page) -> None:
        await page.run("location.hash = '#cluster/topic/odd'")
        await page.until(f"{HERE}.querySelectorAll('tbody tr').length === 3")
        cells = await page.run(f"[...{HERE}.querySelectorAll('tbody tr td:first-child')].map((one) => one.innerText)")
        assert cells == ["1970-01-01 00:00:00.000", "8640000000000001 ms", "4611686018427387904 ms"]

    shows(views(kafka_broker.bootstrap_servers), walk)


def test_names_that_javascript_has_itself_are_names_like_others(shows: Shows, kafka_broker: ThreadedBroker) -> None:
    kafka_broker.create_topic("__proto__", 1)
    cell = f"{HERE}.querySelector('tbody td')?.textContent"

    async def walk(page: Page) -> None:
        for address in ("constructor", "__proto__", "%", "topic", "topic//configs", "group", "broker"):
            await page.run(f"{HERE}.querySelectorAll('tbody').forEach((one) => one.remove())")
            await page.run(f"location.hash = '#cluster/{address}'")
            await page.until(f"{cell} === '__proto__'")
        await page.run("location.hash = '#cluster/topic/__proto__'")
        await page.until(f"{HERE}.innerText.includes('The topic is empty.')")
        await page.run(f"""(() => {{
            const box = {HERE}.querySelector("[aria-label='Partition']");
            box.value = '0';
            box.dispatchEvent(new Event('change'));
        }})()""")
        assert await page.run("({}).part") is None
        for address in ("constructor", "%", "FetchRequest/x", "FetchRequest/12..99", "releases/a..b"):
            await page.run(f"location.hash = '#schemas/{address}'")
            await page.until(f"{HERE}.querySelector('.schemas-body .error') && true")
            await page.run(f"{HERE}.querySelector('.schemas-body').replaceChildren()")

    shows(views(kafka_broker.bootstrap_servers), walk)


def test_groups_and_options_are_reached_by_keyboard_alone(shows: Shows, servers: str) -> None:
    async def walk(page: Page) -> None:
        walks = [("groups", "no commit", "orders", "2 of 2"), ("brokers", "static broker", "log.dirs", "1 of")]
        for part, opened, words, left in walks:
            await tab_to(page, f"{FOCUSED}.dataset.part === '{part}'")
            await page.key("Enter")
            await page.until(f"location.hash === '#cluster/{part}' && {HERE}.querySelector('tr.choice')")
            await tab_to(page, f"{FOCUSED}.matches('tr.choice')")
            await page.key("Enter")
            await page.until(f"{HERE}.innerText.includes('{opened}')")
            await page.key("/")
            await page.write(words)
            await page.until(f"{HERE}.innerText.includes('{left}')")
            await page.key("Escape")
            await page.key("u")
            await page.until(f"location.hash === '#cluster/{part}'")

    shows(views(servers), walk)


def test_the_schemas_are_walked_by_keyboard_alone(shows: Shows) -> None:
    async def walk(page: Page) -> None:
        await tab_to(page, f"{FOCUSED}.id === 'tab-cluster'")
        await page.key("ArrowRight")
        await page.until(f"{HERE}.id === 'view-schemas' && {HERE}.querySelectorAll('.list-row').length > 10")
        await page.key("/")
        await page.write("fetch request")
        await tab_to(page, f"{FOCUSED}.matches('.list')")
        await page.key("Home")
        await page.until("document.querySelector('.schemas-body h2')?.textContent === 'FetchRequest'")
        await tab_to(page, f"{FOCUSED}.ariaLabel === 'compared with'")
        await page.key("End")
        await page.until("document.querySelector('.schemas-body li')")
        await tab_to(page, f"{FOCUSED}.matches('summary')")
        await page.key("Enter")
        await page.until("document.querySelector('.schemas-body pre').checkVisibility()")
        await page.key("u")
        await page.until(f"location.hash === '#schemas' && {FOCUSED}.matches('.list')")

    shows(views("127.0.0.1:1"), walk)
