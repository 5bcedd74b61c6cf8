"""CrewAI's agents for the benchmark's server."""

from crewai import LLM, Agent

from bench.peers.job import KEY, MODEL, MODERATOR, PERSONA, TITLES, Job

GOAL = "Find out whether the company should do it, and argue for what you find."


def open_model(job: Job) -> LLM:
    """The model behind the server."""
    limits = {} if job.timeout is None else {"timeout": job.timeout}
    return LLM(model=f"openai/{MODEL}", base_url=job.url, api_key=KEY, **limits)


def make_agent(seat: str, model: LLM) -> Agent:
    """One of those who argue."""
    return Agent(role=TITLES[seat], goal=GOAL, backstory=PERSONA, llm=model)


def make_moderator(model: LLM) -> Agent:
    """The one who sums up."""
    return Agent(role="Moderator", goal="Write down what the debate amounts to.", backstory=MODERATOR, llm=model)
